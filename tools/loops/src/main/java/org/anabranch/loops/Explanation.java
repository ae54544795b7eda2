package org.anabranch.loops;

import java.util.ArrayList;
import java.util.List;

/**
 * The explanation of a verdict: what a loop accesses, and why it may or may not run in parallel.
 *
 * @param name class and method of its body
 * @param file its source file, or empty
 * @param low first index
 * @param high bound, not included
 * @param verdict the verdict for this call
 * @param way how the loop would run on the host, and why
 * @param touches the memory accesses, in order
 * @param advice changes that would make it parallel, possibly empty
 * @param code the kernel generated from it, or empty
 */
public record Explanation(
        String name,
        String file,
        long low,
        long high,
        Verdict verdict,
        String way,
        List<String> touches,
        List<String> advice,
        String code) {
    /** Copies the lists. */
    public Explanation {
        touches = List.copyOf(touches);
        advice = List.copyOf(advice);
    }

    /** {@return the explanation as lines of text} */
    public String text() {
        List<String> lines = new ArrayList<>();
        String where = file.isEmpty() ? "" : " (" + file + ")";
        lines.add(name + where + ", " + low + " <= i < " + high);
        lines.add(verdict.toString());
        lines.add("runs " + way);
        section(lines, "collides", verdict.conflicts());
        section(lines, "reduces", verdict.reductions());
        section(lines, "private", verdict.privates());
        section(lines, "touches", touches);
        section(lines, "may throw", verdict.hazards());
        section(lines, "would help", advice);
        if (!code.isEmpty()) {
            lines.add("kernel:");
            lines.add(code);
        }
        return String.join("\n", lines);
    }

    private static void section(List<String> lines, String title, List<?> entries) {
        if (!entries.isEmpty()) {
            lines.add(title + ":");
            entries.forEach(entry -> lines.add("  " + entry));
        }
    }
}
