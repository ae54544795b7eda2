package org.anabranch.shell.jobs;

import org.anabranch.shell.commands.JobDirectory.Offer;
import org.anabranch.shell.output.Wording;

import java.util.List;
import java.util.stream.Collectors;

/** Jobs in words. */
final class JobText {
    private static final int INDENT = 4;

    private JobText() {}

    /** {@return the jobs with their arguments} */
    static String of(List<Offer> jobs, int columns) {
        int indent = jobs.stream().mapToInt(job -> job.name().length()).max().orElse(0) + 2;
        StringBuilder text = new StringBuilder();
        for (Offer job : jobs) {
            String name = job.name() + " ".repeat(indent - job.name().length());
            text.append(Wording.wrapped(name, indent, job.usage(), columns));
        }
        return jobs.isEmpty() ? "no bundle offers a job\n" : text.toString();
    }

    /** {@return which are left out, and why} */
    static String leftOut(List<String> troubles, int columns) {
        return troubles.stream()
                .map(trouble -> "\n" + Wording.wrapped("", INDENT, trouble, columns))
                .collect(Collectors.joining());
    }
}
