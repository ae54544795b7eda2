package org.anabranch.benchmarks.loops;

import org.anabranch.benchmarks.Spread;
import org.anabranch.loops.Loops;
import org.anabranch.loops.weave.ParallelLoops;

import java.util.Arrays;
import java.util.List;

/**
 * A contest of ways to run the same work, in turns, after a warm-up.
 *
 * @param warmNanos the duration of the warm-up of each contestant, at least
 * @param least true for least times instead of medians
 */
record Contest(long warmNanos, boolean least) {
    private static final long BATCH_NANOS = 2_000_000;
    private static final int ROUNDS = 11;

    /**
     * A contestant.
     *
     * @param loops that run its marked loops, null if they are not woven
     * @param works to be timed: the same on data in several places, in turns; none for no contest
     * @param check checks its result after some calls
     */
    record Contestant(Loops loops, List<Runnable> works, Runnable check) {

        /** Creates a contestant whose result was checked before. */
        Contestant(Loops loops, List<Runnable> works) {
            this(loops, works, () -> {});
        }

        /** Returns the nanoseconds of so many calls in a round. */
        double batch(int round, int calls) {
            if (loops != null) {
                ParallelLoops.use(loops);
            }
            Runnable work = works.get(round % works.size());
            long start = System.nanoTime();
            for (int call = 0; call < calls; call++) {
                work.run();
            }
            long nanos = System.nanoTime() - start;
            check.run();
            return nanos;
        }
    }

    /** Returns the nanoseconds of each contestant, 0 for one without work. */
    double[] times(List<Contestant> contestants) {
        int[] calls = new int[contestants.size()];
        for (int c = 0; c < calls.length; c++) {
            calls[c] = contestants.get(c).works().isEmpty() ? 0 : warm(contestants.get(c));
        }
        double[][] times = new double[calls.length][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int c = 0; c < calls.length; c++) {
                if (calls[c] > 0) {
                    times[c][round] = contestants.get(c).batch(round, calls[c]) / calls[c];
                }
            }
        }
        return typical(times);
    }

    /** Returns the median, or the least, of each row. */
    double[] typical(double[][] times) {
        return Arrays.stream(times)
                .map(Spread::of)
                .mapToDouble(all -> least ? all.least() : all.median())
                .toArray();
    }

    private int warm(Contestant contestant) {
        long start = System.nanoTime();
        int calls = 1;
        double best = Double.MAX_VALUE;
        for (int done = 0; done < 5 || System.nanoTime() - start < warmNanos; done++) {
            double nanos = contestant.batch(done, calls);
            best = Math.min(best, nanos / calls);
            calls = (int) Math.max(1, Math.min(1_000_000, BATCH_NANOS / Math.max(1, best)));
        }
        return calls;
    }
}
