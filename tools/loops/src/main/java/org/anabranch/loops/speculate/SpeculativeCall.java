package org.anabranch.loops.speculate;

import org.anabranch.api.Platform;
import org.anabranch.loops.Conflict;
import org.anabranch.loops.Verdict;
import org.anabranch.loops.device.Iterations;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.loops.nest.LoopNest;

/**
 * A call of a loop that is neither proved nor treated: speculated if that is expected to be faster
 * than running it in order. The first calls run in order, to be measured.
 */
public final class SpeculativeCall {
    /** The system property that permits speculation. */
    public static final String PROPERTY = "anabranch.loops.speculate";

    /** The fewest iterations that are speculated. */
    private static final int LEAST = 2048;

    private static final long LOSS_NANOS = 10_000_000;

    /** The expected time of the first window. */
    private static final double FIRST_NANOS = 1e6;

    private final SpeculatedLoop loop;
    private final LoopNest nest;
    private final SpeculationMemo memo;
    private final long low;
    private final long high;
    private LoopMode mode;
    private String how;
    private boolean ranParallel;

    private SpeculativeCall(
            SpeculatedLoop loop, LoopNest nest, SpeculationMemo memo, long low, long high) {
        this.loop = loop;
        this.nest = nest;
        this.memo = memo;
        this.low = low;
        this.high = high;
        int reads = loop.expected(false);
        int writes = loop.expected(true);
        mode = LoopMode.of(Verdict.Kind.UNKNOWN, false, memo.counted(), memo.cost(reads, writes));
        if (memo.isUnmeasured()) {
            mode = LoopMode.C;
        }
        how = mode + ": speculating it is not expected to pay";
    }

    /**
     * Returns the call of a loop.
     *
     * @param lifted its body
     * @param inputs the values of its inputs
     * @param nest its accesses
     * @param verdict the verdict
     * @param low first index
     * @param high bound, not included
     * @return the call; null if speculation is off, or if it is too short, cannot be on logs, or is
     *     proved to carry values
     */
    public static SpeculativeCall of(
            Lifted lifted, Inputs inputs, LoopNest nest, Verdict verdict, long low, long high) {
        boolean carries =
                verdict.conflicts().stream().anyMatch(one -> one.kind() == Conflict.Kind.FLOW);
        if (!Boolean.getBoolean(PROPERTY) || high - low < LEAST || carries) {
            return null;
        }
        SpeculatedLoop loop = new SpeculatedLoop(lifted, inputs);
        if (loop.obstacle() != null) {
            return null;
        }
        SpeculationMemo memo =
                (SpeculationMemo)
                        lifted.made()
                                .computeIfAbsent(
                                        SpeculationMemo.Key.of(high - low),
                                        absent -> new SpeculationMemo());
        return new SpeculativeCall(loop, nest, memo, low, high);
    }

    /** {@return true if {@link #run} is to run it; else it runs in order unmeasured} */
    public boolean isToRun() {
        boolean runs = mode.isSpeculative() || memo.isUnmeasured();
        if (!runs) {
            memo.passed();
        }
        return runs;
    }

    /**
     * Runs the loop. What it throws is what the loop throws, with the memory of running in order.
     *
     * @param platform whose workers take part
     * @param java the iterations in Java, on the program's memory
     */
    public void run(Platform platform, Iterations java) {
        SpeculatedRun run = mode.isSpeculative() ? prepared(platform, java) : null;
        long start = System.nanoTime();
        if (run == null) {
            java.run(low, high, new long[1]);
            memo.ranInOrder((double) (System.nanoTime() - start) / (high - low));
            return;
        }
        ranParallel = true;
        how = mode + ": speculated";
        run.run(low, high);
        SpeculationFigures figures = run.figures();
        memo.ranSpeculated(figures, (double) (System.nanoTime() - start) / (high - low));
        mode = LoopMode.named(figures);
        how = mode + ": speculated, " + figures;
        ranParallel = figures.left() == 0;
    }

    private SpeculatedRun prepared(Platform platform, Iterations java) {
        double pace = memo.cost(1, 1).pace();
        SpeculationTuning tuning = SpeculationTuning.of(pace, LOSS_NANOS);
        try {
            loop.prepare(nest::isCounted);
            int first = Math.clamp((long) (FIRST_NANOS / pace), 16, tuning.first());
            return new SpeculatedRun(platform, loop, java, tuning.startingWith(first));
        } catch (OutOfMemoryError full) {
            mode = LoopMode.C;
            how = mode + ": there is no room for its log";
            return null;
        }
    }

    /** {@return the mode, and the counts of a speculative run} */
    public String how() {
        return how;
    }

    /** {@return true if it has run on logs to its end} */
    public boolean ranParallel() {
        return ranParallel;
    }
}
