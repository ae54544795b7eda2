package org.anabranch.shell.jobs;

import org.anabranch.shell.failure.UsageException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The words of {@code run}.
 *
 * @param domains selectors
 * @param trace file for a trace, or empty
 * @param report file for a report, or empty
 * @param rest name of the job, and its arguments
 */
record RunWords(String domains, String trace, String report, List<String> rest) {
    private static final String DOMAINS = "--domains";
    private static final String TRACE = "--trace-to";
    private static final String REPORT = "--report";

    /** Takes options in the notation with an equals sign out of the words. */
    static RunWords of(String domains, String trace, String report, String[] words) {
        Map<String, String> options = new HashMap<>();
        options.put(DOMAINS, domains);
        options.put(TRACE, trace);
        options.put(REPORT, report);
        List<String> rest = new ArrayList<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            String option = word.substring(0, Math.max(0, equals));
            String value = word.substring(equals + 1);
            if (!options.containsKey(option)) {
                rest.add(word);
            } else if (value.isEmpty() && !option.equals(DOMAINS)) {
                throw new UsageException(word + " takes a file");
            } else {
                options.put(option, value);
            }
        }
        return new RunWords(options.get(DOMAINS), options.get(TRACE), options.get(REPORT), rest);
    }

    boolean isRecorded() {
        return !trace.isEmpty() || !report.isEmpty();
    }

    /** {@return the equivalent command line} */
    String command() {
        return "run "
                + String.join(" ", rest)
                + " --domains "
                + domains
                + (trace.isEmpty() ? "" : " --trace-to " + trace)
                + (report.isEmpty() ? "" : " --report " + report);
    }
}
