package org.anabranch.loops.weave;

import org.anabranch.loops.IntBody;
import org.anabranch.loops.Loops;

/** What woven code calls. Safe for use by any thread. */
public final class ParallelLoops {
    private static volatile Loops loops;

    private ParallelLoops() {}

    /**
     * Sets what runs the loops of woven code.
     *
     * @param runner the loops; null to let them run in order
     */
    public static void use(Loops runner) {
        loops = runner;
    }

    /**
     * Runs {@code low <= i < high}.
     *
     * @param low first index
     * @param high bound, not included
     * @param body one iteration
     */
    public static void run(int low, int high, IntBody body) {
        Loops runner = loops;
        if (runner != null) {
            runner.parallelInts(low, high, body);
            return;
        }
        for (int i = low; i < high; i++) {
            body.run(i);
        }
    }

    /**
     * Runs {@code low <= i <= last}; for ever, as Java does, if the last index is the greatest int.
     *
     * @param low first index
     * @param last bound, included
     * @param body one iteration
     */
    public static void runTo(int low, int last, IntBody body) {
        if (last < Integer.MAX_VALUE) {
            run(low, last + 1, body);
            return;
        }
        for (int i = low; i <= last; i++) {
            body.run(i);
        }
    }
}
