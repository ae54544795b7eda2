package org.anabranch.loops.weave;

import org.anabranch.loops.IntBody;
import org.anabranch.loops.LongBody;
import org.anabranch.loops.Loops;
import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** The entry points for woven code. Thread-safe. */
public final class ParallelLoops {
    private static final AtomicReference<Loops> LOOPS = new AtomicReference<>();
    private static final AtomicBoolean GONE = new AtomicBoolean();
    private static final ScopedValue<Loops> MEANWHILE = ScopedValue.newInstance();

    private ParallelLoops() {}

    /**
     * Sets the loops that run woven code.
     *
     * @param runner the loops; null to run woven loops sequentially
     */
    public static void use(Loops runner) {
        LOOPS.set(runner);
        GONE.set(false);
    }

    /**
     * Ends the use of loops, unless others are in use already: woven code then runs sequentially,
     * and the first loop that does so is logged.
     *
     * @param runner the loops that are no longer available
     */
    public static void endUse(Loops runner) {
        if (LOOPS.compareAndSet(runner, null)) {
            GONE.set(true);
        }
    }

    /**
     * Runs a program with loops of its own, for the woven loops that the calling thread meets.
     *
     * @param runner runs the loops
     * @param program the program
     */
    public static void during(Loops runner, Runnable program) {
        ScopedValue.where(MEANWHILE, runner).run(program);
    }

    /**
     * Runs {@code for (int i = low; i < bound; i++)}.
     *
     * @param low first index
     * @param bound of the index
     * @param inclusive true if the bound is included
     * @param body one iteration
     */
    public static void runInts(int low, int bound, boolean inclusive, IntBody body) {
        Loops runner = loops();
        int i = low;
        int end = bound;
        if (runner != null && !(inclusive && bound == Integer.MAX_VALUE)) {
            try {
                runner.parallelInts(low, inclusive ? bound + 1 : bound, body);
                return;
            } catch (BoundChangedException changed) {
                i = (int) changed.index + 1;
                end = (int) changed.bound;
            }
        }
        for (; inclusive ? i <= end : i < end; i++) {
            try {
                body.run(i);
            } catch (BoundChangedException changed) {
                end = (int) changed.bound;
            }
        }
    }

    /**
     * Runs {@code for (long i = low; i < bound; i++)}.
     *
     * @param low first index
     * @param bound of the index
     * @param inclusive true if the bound is included
     * @param body one iteration
     */
    public static void runLongs(long low, long bound, boolean inclusive, LongBody body) {
        Loops runner = loops();
        long i = low;
        long end = bound;
        if (runner != null && !(inclusive && bound == Long.MAX_VALUE)) {
            try {
                runner.parallel(low, inclusive ? bound + 1 : bound, body);
                return;
            } catch (BoundChangedException changed) {
                i = changed.index + 1;
                end = changed.bound;
            }
        }
        for (; inclusive ? i <= end : i < end; i++) {
            try {
                body.run(i);
            } catch (BoundChangedException changed) {
                end = changed.bound;
            }
        }
    }

    /**
     * Runs {@code for (int i = first; i < bound; i += step)}, or with {@code >} if {@code up} is
     * false.
     *
     * @param first index
     * @param bound of the index
     * @param step the increment
     * @param inclusive true if the bound is included
     * @param up true if it continues below the bound
     * @param body one iteration, which receives its number from 0
     */
    public static void runIntSteps(
            int first, int bound, long step, boolean inclusive, boolean up, IntBody body) {
        Loops runner = loops();
        Steps steps = new Steps(first, bound, step, inclusive, up);
        long count = steps.count(Integer.MIN_VALUE, Integer.MAX_VALUE);
        int number = 0;
        if (runner != null && count >= 0 && count <= Integer.MAX_VALUE) {
            try {
                runner.parallelInts(0, (int) count, body);
                return;
            } catch (BoundChangedException changed) {
                number = (int) changed.index + 1;
                steps = steps.to(changed.bound);
            }
        }
        for (int i = first + number * (int) step; steps.goesOn(i); i += (int) step) {
            try {
                body.run(number++);
            } catch (BoundChangedException changed) {
                steps = steps.to(changed.bound);
            }
        }
    }

    /**
     * Runs {@code for (long i = first; i < bound; i += step)}, or with {@code >} if {@code up} is
     * false.
     *
     * @param first index
     * @param bound of the index
     * @param step the increment
     * @param inclusive true if the bound is included
     * @param up true if it continues below the bound
     * @param body one iteration, which receives its number from 0
     */
    public static void runLongSteps(
            long first, long bound, long step, boolean inclusive, boolean up, LongBody body) {
        Loops runner = loops();
        Steps steps = new Steps(first, bound, step, inclusive, up);
        long count = steps.count(Long.MIN_VALUE, Long.MAX_VALUE);
        long number = 0;
        if (runner != null && count >= 0) {
            try {
                runner.parallel(0, count, body);
                return;
            } catch (BoundChangedException changed) {
                number = changed.index + 1;
                steps = steps.to(changed.bound);
            }
        }
        for (long i = first + number * step; steps.goesOn(i); i += step) {
            try {
                body.run(number++);
            } catch (BoundChangedException changed) {
                steps = steps.to(changed.bound);
            }
        }
    }

    private static Loops loops() {
        Loops runner = MEANWHILE.isBound() ? MEANWHILE.get() : LOOPS.get();
        if (runner == null && GONE.get() && GONE.getAndSet(false)) {
            BackendLog.say(
                    ParallelLoops.class,
                    Level.WARNING,
                    "marked loops run in order: the loops that they were woven for are gone",
                    null);
        }
        return runner;
    }

    /** The indices of a loop. */
    private record Steps(long first, long bound, long step, boolean inclusive, boolean up) {

        Steps to(long other) {
            return new Steps(first, other, step, inclusive, up);
        }

        boolean goesOn(long i) {
            return i == bound ? inclusive : i < bound == up;
        }

        /** Returns their number, or -1 if the index leaves its type before the loop ends. */
        long count(long least, long greatest) {
            if (!goesOn(first)) {
                return 0;
            }
            if (step == 0 || up != step > 0) {
                return -1;
            }
            BigInteger span = BigInteger.valueOf(bound).subtract(BigInteger.valueOf(first));
            BigInteger by = BigInteger.valueOf(step);
            BigInteger most =
                    inclusive ? span : span.subtract(BigInteger.valueOf(Long.signum(step)));
            BigInteger count = most.divide(by).add(BigInteger.ONE);
            BigInteger end = BigInteger.valueOf(first).add(count.multiply(by));
            boolean inside =
                    end.compareTo(BigInteger.valueOf(least)) >= 0
                            && end.compareTo(BigInteger.valueOf(greatest)) <= 0
                            && count.bitLength() < Long.SIZE;
            return inside ? count.longValue() : -1;
        }
    }
}
