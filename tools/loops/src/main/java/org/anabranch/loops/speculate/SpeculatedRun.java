package org.anabranch.loops.speculate;

import org.anabranch.api.Platform;
import org.anabranch.loops.device.Iterations;
import org.anabranch.loops.speculate.LogException.Reason;

import java.util.Arrays;

/**
 * A speculative run of a loop on the host. All iterations of a window run in parallel on logs. Each
 * value read is compared with what the newest earlier iteration has written; those that have read
 * another one run again. The longest prefix that is right is committed. Until then the program's
 * memory is untouched; an iteration that throws runs in Java, on the program's memory.
 */
public final class SpeculatedRun {
    private static final long MOST_BYTES = 64 << 20;

    /** One of so many iterations may run in Java because of its log. */
    private static final int RARE = 100;

    private final Platform platform;
    private final SpeculatedLoop loop;
    private final Iterations java;
    private final int[] heads;
    private SpeculationTuning tuning;
    private Rounds rounds;
    private boolean wasEnlarged;
    private long speculated;
    private long windows;
    private long allRounds;
    private int mostRounds;
    private long again;
    private long inJava;
    private long limited;
    private long shared;
    private long left;

    /**
     * Creates a run.
     *
     * @param platform whose workers take part
     * @param loop prepared, without an obstacle
     * @param java the same iterations in Java, on the program's memory
     * @param tuning the limits
     * @throws OutOfMemoryError if there is no room for its log; nothing has run then
     */
    public SpeculatedRun(
            Platform platform, SpeculatedLoop loop, Iterations java, SpeculationTuning tuning) {
        this.platform = platform;
        this.loop = loop;
        this.java = java;
        this.heads = new int[loop.cells()];
        int reads = tuning.reads() > 0 ? tuning.reads() : loop.expected(false);
        int writes = tuning.writes() > 0 ? tuning.writes() : loop.expected(true);
        this.tuning = tuning.withLog(reads, writes);
        this.rounds = rounds();
    }

    private Rounds rounds() {
        Arrays.fill(heads, 0);
        long most = MOST_BYTES / IterationWindow.bytes(tuning.reads(), tuning.writes());
        int size = Math.clamp(most, 1, tuning.most());
        IterationWindow window =
                new IterationWindow(heads, size, tuning.reads(), tuning.writes(), tuning.longest());
        return new Rounds(platform, loop, window, tuning);
    }

    /**
     * Runs the loop. What it throws is what the loop throws, with the memory of running in order.
     *
     * @param low first index
     * @param high bound, not included
     */
    public void run(long low, long high) {
        long begun = System.nanoTime();
        long at = low;
        int size = Math.min(tuning.first(), rounds.size());
        while (at < high) {
            if (isWorthless(at - low, System.nanoTime() - begun)) {
                left = high - at;
                java.run(at, high, new long[1]);
                return;
            }
            int n = (int) Math.min(size, high - at);
            int done = rounds.run(at, n);
            count(done);
            at += done;
            size = next(size, n, done);
            Reason fault = rounds.fault(done);
            if (done < n && fault != null) {
                inJava(at, fault);
                at++;
                size = Math.min(size, rounds.size());
            }
        }
    }

    private boolean isWorthless(long done, long nanos) {
        if (tuning.pace() == 0 || windows == 0) {
            return false;
        }
        return limited > speculated / RARE + 1 && wasEnlarged
                || nanos - done * tuning.pace() > tuning.loss();
    }

    private void count(int done) {
        windows++;
        speculated += done;
        allRounds += rounds.count();
        mostRounds = Math.max(mostRounds, rounds.count());
        again += rounds.again();
        shared += rounds.shared();
    }

    private int next(int size, int n, int done) {
        if (done < n / 2 && rounds.fault(done) == null || rounds.isHot()) {
            return Math.max(Math.min(size, tuning.least()), size / 2);
        }
        return rounds.count() <= 2 ? Math.min(2 * size, rounds.size()) : size;
    }

    private void inJava(long at, Reason fault) {
        inJava++;
        limited += fault == Reason.THROWN ? 0 : 1;
        java.run(at, at + 1, new long[1]);
        if (fault == Reason.FULL && limited > speculated / RARE + 1 && !wasEnlarged) {
            wasEnlarged = true;
            tuning = tuning.withLog(2 * tuning.reads(), 2 * tuning.writes());
            rounds = rounds();
        }
    }

    /** {@return what has been counted} */
    public SpeculationFigures figures() {
        return new SpeculationFigures(
                speculated + inJava, windows, allRounds, mostRounds, again, inJava, shared, left);
    }
}
