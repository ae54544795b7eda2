package org.anabranch.loops.weave;

import org.anabranch.loops.IntBody;
import org.anabranch.loops.LongBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.cost.CoarseClock;
import org.anabranch.loops.cost.SiteLoops;
import org.anabranch.loops.device.KeptArrays;
import org.anabranch.spi.support.BackendLog;

import java.io.Serializable;
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
            CoarseClock.expire();
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
        CoarseClock.ask((isAsked(now) ? 1 : 0) - (isAsked(before) ? 1 : 0));
    }

    private static boolean isAsked(Loops runner) {
        return runner != null && (!(runner instanceof SiteLoops loops) || loops.takesShort());
    }

    /**
     * Runs {@code for (int i = low; i < bound; i++)}, unless the program's own loop is to run.
     *
     * @param site the loop; null if only this call is left of it
     * @param low first index
     * @param bound of the index
     * @param inclusive true if the bound is included
     * @param body one iteration
     * @return null if it has run; else the run of the program's own loop, which begins
     */
    public static MarkedRun runInts(
            MarkedSite site, int low, int bound, boolean inclusive, IntBody body) {
        long high = (long) bound + (inclusive ? 1 : 0);
        Indices indices = new Indices(low, bound, 1, inclusive, true);
        return run(site, indices, low, high, high <= Integer.MAX_VALUE, body);
    }

    /**
     * Runs {@code for (long i = low; i < bound; i++)}, unless the program's own loop is to run.
     *
     * @param site the loop; null if only this call is left of it
     * @param low first index
     * @param bound of the index
     * @param inclusive true if the bound is included
     * @param body one iteration
     * @return null if it has run; else the run of the program's own loop, which begins
     */
    public static MarkedRun runLongs(
            MarkedSite site, long low, long bound, boolean inclusive, LongBody body) {
        boolean fits = !inclusive || bound < Long.MAX_VALUE;
        Indices indices = new Indices(low, bound, 1, inclusive, true);
        return run(site, indices, low, bound + (inclusive ? 1 : 0), fits, body);
    }

    /**
     * Runs {@code for (int i = first; i < bound; i += step)}, or with {@code >} if {@code up} is
     * false, unless the program's own loop is to run.
     *
     * @param site the loop; null if only this call is left of it
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
        Indices indices = new Indices(first, bound, step, inclusive, up);
        long count = indices.count(Integer.MIN_VALUE, Integer.MAX_VALUE);
        return run(site, indices, 0, count, 0 <= count && count <= Integer.MAX_VALUE, body);
    }

    /**
     * Runs {@code for (long i = first; i < bound; i += step)}, or with {@code >} if {@code up} is
     * false, unless the program's own loop is to run.
     *
     * @param site the loop; null if only this call is left of it
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
        Indices indices = new Indices(first, bound, step, inclusive, up);
        long count = indices.count(Long.MIN_VALUE, Long.MAX_VALUE);
        return run(site, indices, 0, count, count >= 0, body);
    }

    /**
     * Runs a loop, unless the program's own loop is to run; that of a range runs here.
     *
     * @param low argument of the first iteration; each further one has one more
     * @param high one more than that of the last
     * @param fits false if the variable leaves its type before the loop ends
     */
    private static MarkedRun run(
            MarkedSite site,
            Indices indices,
            long low,
            long high,
            boolean fits,
            Serializable body) {
        if (!fits || !CallsApart.isRange(body)) {
            return attempt(site, indices, low, high, fits, body);
        }
        MarkedRun own =
                MarkedSite.begin(site, indices.first, indices.bound, indices.step, indices.up);
        own = own != null ? own : attempt(site, indices, low, high, true, body);
        if (own != null) {
            CallsApart.run(body, low, high);
            MarkedRun.end(own);
        }
        return null;
    }

    private static MarkedRun attempt(
            MarkedSite site,
            Indices indices,
            long low,
            long high,
            boolean fits,
            Serializable body) {
        Loops runner = site == null ? loops() : site.loops();
        if (runner != null && fits) {
            try {
                return run(runner, site, indices.length(), low, high, body);
            } catch (BoundChangedException changed) {
                long done = changed.index + 1 - low;
                inOrder(indices.to(changed.bound), low, done, body);
                return null;
            }
        }
        if (runner instanceof SiteLoops loops) {
            String name = site == null ? body.getClass().getName() : site.nameOr(body);
            loops.begin(name, 0, "its variable leaves its type before the loop ends");
        }
        inOrder(indices, low, 0, body);
        return null;
    }

    private static MarkedRun run(
            Loops runner, MarkedSite site, long length, long low, long high, Serializable body) {
        if (site != null && site.hasLoop() && runner instanceof SiteLoops loops) {
            LoopRun begun = loops.attempt(site.costs(), length, low, high, body);
            return begun == null ? null : new MarkedRun(site, loops, length, begun);
        }
        if (body instanceof IntBody ints) {
            runner.parallelInts((int) low, (int) high, ints);
        } else {
            runner.parallel(low, high, (LongBody) body);
        }
        return null;
    }

    /** Runs the iterations that are not done yet as Java would: the variable may wrap around. */
    private static void inOrder(Indices all, long low, long done, Serializable body) {
        KeptArrays.usedAny();
        Indices indices = all;
        boolean small = body instanceof IntBody;
        long i = all.first + done * all.step;
        for (long argument = low + done; indices.goesOn(small ? (int) i : i); argument++) {
            try {
                if (body instanceof IntBody ints) {
                    ints.run((int) argument);
                } else {
                    ((LongBody) body).run(argument);
                }
            } catch (BoundChangedException changed) {
                indices = indices.to(changed.bound);
            }
            i += all.step;
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
    private record Indices(long first, long bound, long step, boolean inclusive, boolean up) {

        Indices to(long other) {
            return new Indices(first, other, step, inclusive, up);
        }

        /** Returns the distance from the first index to the bound, in steps. */
        long length() {
            return MarkedSite.length(first, bound, step, up);
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
            if (first == (int) first && bound == (int) bound && step == (int) step) {
                long most = bound - first - (inclusive ? 0 : Long.signum(step));
                long count = most / step + 1;
                long end = first + count * step;
                return least <= end && end <= greatest ? count : -1;
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
