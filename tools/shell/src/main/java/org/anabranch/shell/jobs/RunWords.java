package org.anabranch.shell.jobs;

import org.anabranch.shell.failure.UsageException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The words of {@code run}.
 *
 * @param domains selectors
 * @param trace file for a trace, or empty
 * @param report file for a report, or empty
 * @param rest name of the job, and its arguments
 */
record RunWords(String domains, String trace, String report, List<String> rest) {
    private static final String DOMAINS = "--domains=";
    private static final String TRACE = "--trace-to=";
    private static final String REPORT = "--report=";

    /** Takes options in the notation with an equals sign out of the words. */
    static RunWords of(String domains, String trace, String report, String[] words) {
        RunWords all = new RunWords(domains, trace, report, new ArrayList<>(Arrays.asList(words)));
        for (String word : words) {
            all = all.with(word);
        }
        return all;
    }

    private RunWords with(String word) {
        RunWords taken = this;
        if (word.startsWith(DOMAINS)) {
            taken = new RunWords(word.substring(DOMAINS.length()), trace, report, rest);
        } else if (word.startsWith(TRACE)) {
            taken = new RunWords(domains, file(word, TRACE), report, rest);
        } else if (word.startsWith(REPORT)) {
            taken = new RunWords(domains, trace, file(word, REPORT), rest);
        } else {
            return this;
        }
        rest.remove(word);
        return taken;
    }

    private static String file(String word, String option) {
        if (word.length() == option.length()) {
            throw new UsageException(option + " takes a file");
        }
        return word.substring(option.length());
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
