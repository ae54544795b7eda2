package org.anabranch.seeing.record;

import org.anabranch.seeing.trace.TraceCounts;

import java.nio.file.Path;

/** The summary of a trace, in a sentence. */
public final class TraceSentence {
    private TraceSentence() {}

    /** {@return the sentence} */
    public static String of(TraceCounts counts, Path file) {
        return "wrote the trace %s: %s actions, %s arrows, %s events lost%s%s"
                .formatted(
                        file,
                        counts.actions(),
                        counts.arrows(),
                        counts.lost(),
                        counts.undrawn() > 0 ? ", " + counts.undrawn() + " waits not drawn" : "",
                        counts.waiting() > 0 ? ", " + counts.waiting() + " actions not begun" : "");
    }
}
