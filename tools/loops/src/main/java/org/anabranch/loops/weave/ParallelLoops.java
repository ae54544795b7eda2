package org.anabranch.loops.weave;

import org.anabranch.loops.IntBody;
import org.anabranch.loops.LongBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.cost.SiteLoops;
import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** The entry points for woven code. Thread-safe. */
public final class ParallelLoops {
    private static final AtomicReference<Loops> LOOPS = new AtomicReference<>();
    private static final AtomicBoolean GONE = new AtomicBoolean();
    private static final ScopedValue<Loops> MEANWHILE = ScopedValue.newInstance();

    /** The number of loops in use that short calls must ask. */
    private static final AtomicInteger ASKED = new AtomicInteger();

    private ParallelLoops() {}

    /**
     * Sets the loops that run woven code.
     *
     * @param runner the loops; null to run woven loops sequentially
     */
    public static void use(Loops runner) {
        note(LOOPS.getAndSet(runner), runner);
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
            note(runner, null);
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
        note(null, runner);
        try {
            ScopedValue.where(MEANWHILE, runner).run(program);
        } finally {
            note(runner, null);
        }
    }

    private static void note(Loops before, Loops now) {
        ASKED.addAndGet((isAsked(now) ? 1 : 0) - (isAsked(before) ? 1 : 0));
    }

    private static boolean isAsked(Loops runner) {
        return runner != null && (!(runner instanceof SiteLoops loops) || loops.takesShort());
    }

    /** Returns true if short calls, too, must ask the loops in use. */
    static boolean takesShort() {
        return ASKED.get() > 0;
    }

    /**
     * Runs {@code for (int i = low; i < bound; i++)}, unless the program's own loop is to run.
     *
     * @param site the loop; null if the program has no loop of its own
     * @param low first index
     * @param bound of the index
     * @param inclusive true if the bound is included
     * @param body one iteration
     * @return null if it has run; else the run of the program's own loop, which begins
     */
    public static MarkedRun runInts(
            MarkedSite site, int low, int bound, boolean inclusive, IntBody body) {
        Loops runner = loops();
        int i = low;
        int end = bound;
        if (runner != null && inclusive && bound == Integer.MAX_VALUE) {
            outOfRange(runner, site, body);
        } else if (runner != null) {
            try {
                return ints(
                        runner, site, (long) bound - low, low, bound + (inclusive ? 1 : 0), body);
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
        return null;
    }

    /**
     * Runs {@code for (long i = low; i < bound; i++)}, unless the program's own loop is to run.
     *
     * @param site the loop; null if the program has no loop of its own
     * @param low first index
     * @param bound of the index
     * @param inclusive true if the bound is included
     * @param body one iteration
     * @return null if it has run; else the run of the program's own loop, which begins
     */
    public static MarkedRun runLongs(
            MarkedSite site, long low, long bound, boolean inclusive, LongBody body) {
        Loops runner = loops();
        long i = low;
        long end = bound;
        if (runner != null && inclusive && bound == Long.MAX_VALUE) {
            outOfRange(runner, site, body);
        } else if (runner != null) {
            try {
                return longs(runner, site, bound - low, low, bound + (inclusive ? 1 : 0), body);
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
        return null;
    }

    /**
     * Runs {@code for (int i = first; i < bound; i += step)}, or with {@code >} if {@code up} is
     * false, unless the program's own loop is to run.
     *
     * @param site the loop; null if the program has no loop of its own
     * @param first index
     * @param bound of the index
     * @param step the increment
     * @param inclusive true if the bound is included
     * @param up true if it continues below the bound
     * @param body one iteration, which receives its number from 0
     * @return null if it has run; else the run of the program's own loop, which begins
     */
    public static MarkedRun runIntSteps(
            MarkedSite site,
            int first,
            int bound,
            long step,
            boolean inclusive,
            boolean up,
            IntBody body) {
        Loops runner = loops();
        Steps steps = new Steps(first, bound, step, inclusive, up);
        long count = steps.count(Integer.MIN_VALUE, Integer.MAX_VALUE);
        int number = 0;
        if (runner != null && (count < 0 || count > Integer.MAX_VALUE)) {
            outOfRange(runner, site, body);
        } else if (runner != null) {
            try {
                return ints(runner, site, steps.length(), 0, (int) count, body);
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
        return null;
    }

    /**
     * Runs {@code for (long i = first; i < bound; i += step)}, or with {@code >} if {@code up} is
     * false, unless the program's own loop is to run.
     *
     * @param site the loop; null if the program has no loop of its own
     * @param first index
     * @param bound of the index
     * @param step the increment
     * @param inclusive true if the bound is included
     * @param up true if it continues below the bound
     * @param body one iteration, which receives its number from 0
     * @return null if it has run; else the run of the program's own loop, which begins
     */
    public static MarkedRun runLongSteps(
            MarkedSite site,
            long first,
            long bound,
            long step,
            boolean inclusive,
            boolean up,
            LongBody body) {
        Loops runner = loops();
        Steps steps = new Steps(first, bound, step, inclusive, up);
        long count = steps.count(Long.MIN_VALUE, Long.MAX_VALUE);
        long number = 0;
        if (runner != null && count < 0) {
            outOfRange(runner, site, body);
        } else if (runner != null) {
            try {
                return longs(runner, site, steps.length(), 0, count, body);
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
        return null;
    }

    private static MarkedRun ints(
            Loops runner, MarkedSite site, long length, int low, int high, IntBody body) {
        if (site == null || !(runner instanceof SiteLoops loops)) {
            runner.parallelInts(low, high, body);
            return null;
        }
        return run(site, loops, length, loops.tryInts(site.costs, length, low, high, body));
    }

    private static MarkedRun longs(
            Loops runner, MarkedSite site, long length, long low, long high, LongBody body) {
        if (site == null || !(runner instanceof SiteLoops loops)) {
            runner.parallel(low, high, body);
            return null;
        }
        return run(site, loops, length, loops.tryLongs(site.costs, length, low, high, body));
    }

    private static MarkedRun run(MarkedSite site, SiteLoops loops, long length, LoopRun begun) {
        return begun == null ? null : new MarkedRun(site, loops, length, begun);
    }

    /** Reports a loop whose variable leaves its type, so that it runs in order. */
    private static void outOfRange(Loops runner, MarkedSite site, Object body) {
        if (runner instanceof SiteLoops loops) {
            String name = site == null ? body.getClass().getName() : site.name;
            loops.begin(name, 0, "its variable leaves its type before the loop ends");
        }
    }

    static Loops loops() {
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

        /** Returns the distance from the first index to the bound. */
        long length() {
            return up ? bound - first : first - bound;
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
