package org.anabranch.k2h.time;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.CostTable;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.spi.support.ForeignThrowables;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A pace in simulated time: a discrete-event clock under which one core runs at a time, one whose
 * time is not later than any other's by more than {@link #SLACK_NANOS}. A core runs until its next
 * observable access ({@link #turn}); then the earliest core continues. Each core is a virtual
 * thread, so a switch takes well below a microsecond. All state is accessed by the running core
 * only and handed over with the volatile {@code running}: one seed gives one run, on any number of
 * processors.
 *
 * <p>A core without work would search for ever. Instead it is suspended after one failed search.
 * When there is news, its time becomes the end of the first search that would have seen the news,
 * in steps of that search's length; the searches in between are counted, not run.
 */
public final class VirtualPace implements Pace {
    /** The lead of a core after which it yields: less than two queue operations. */
    public static final double SLACK_NANOS = 100;

    private enum State {
        READY,
        IDLE,
        DONE
    }

    private final double[][] prices = new double[2][Cost.values().length];
    private final long seed;
    private final double jitter;
    private final int delay;
    private final List<Thread> threads = new ArrayList<>();
    private final long[] news = new long[2];
    private List<Core> cores = List.of();
    private double[] time = {};
    private double[] searchBegun = {};
    private long[] skipped = {};
    private State[] states = {};
    private SplittableRandom[] randoms = {};
    private volatile int running = -1;
    private volatile Throwable failure;

    /**
     * Creates a clock at zero.
     *
     * @param jitter each charge varies by up to this fraction, in either direction
     * @param delay each turn is delayed by up to this many nanoseconds, to provoke rare
     *     interleavings
     */
    public VirtualPace(CostTable table, long seed, double jitter, int delay) {
        for (Cost cost : Cost.values()) {
            prices[0][cost.ordinal()] = table.of(Side.ARM, cost);
            prices[1][cost.ordinal()] = table.of(Side.DSP, cost);
        }
        this.seed = seed;
        this.jitter = jitter;
        this.delay = delay;
    }

    @Override
    public void start(List<Core> cores, List<Runnable> bodies) {
        this.cores = List.copyOf(cores);
        int count = cores.size();
        time = new double[count];
        searchBegun = new double[count];
        skipped = new long[count];
        states = new State[count];
        randoms = new SplittableRandom[count];
        for (int i = 0; i < count; i++) {
            states[i] = State.READY;
            randoms[i] = new SplittableRandom(seed * 1000 + i);
            int me = i;
            Runnable body = bodies.get(i);
            threads.add(
                    Thread.ofVirtual().name("k2h " + cores.get(i)).unstarted(() -> live(me, body)));
        }
        running = 0;
        threads.forEach(Thread::start);
    }

    private void live(int me, Runnable body) {
        try {
            waitFor(me);
            body.run();
            states[me] = State.DONE;
            int next = earliest(me);
            if (next >= 0) {
                pass(next);
            } else {
                checkNobodyWaits();
            }
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    private void checkNobodyWaits() {
        for (int i = 0; i < states.length; i++) {
            if (states[i] == State.IDLE) {
                throw new K2hException(
                        "deadlock in simulated time: "
                                + cores.get(i)
                                + " waits and no core is left to wake it");
            }
        }
    }

    private void fail(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
        }
        threads.forEach(LockSupport::unpark);
    }

    @Override
    public void stop(String why) {
        fail(new K2hException(why));
    }

    @Override
    public void join() {
        Pace.awaitEnds(threads);
        if (failure != null) {
            throw new K2hException(
                    "simulation with seed " + seed + " failed: " + ForeignThrowables.text(failure),
                    failure);
        }
    }

    @Override
    public void turn(Core core) {
        int me = core.index();
        checkNotFailed();
        if (delay > 0) {
            time[me] += randoms[me].nextInt(delay);
        }
        int next = earliest(me);
        if (next >= 0 && time[next] + SLACK_NANOS < time[me]) {
            pass(next);
            waitFor(me);
        }
    }

    private int earliest(int except) {
        int best = -1;
        for (int i = 0; i < states.length; i++) {
            if (i != except && states[i] == State.READY && (best < 0 || time[i] < time[best])) {
                best = i;
            }
        }
        return best;
    }

    private void pass(int next) {
        running = next;
        LockSupport.unpark(threads.get(next));
    }

    private void waitFor(int me) {
        while (running != me) {
            checkNotFailed();
            LockSupport.park(this);
        }
        checkNotFailed();
    }

    private void checkNotFailed() {
        if (failure != null) {
            throw new K2hException("stopped: another core failed", failure);
        }
    }

    @Override
    public void charge(Core core, Cost what, long units) {
        double price = prices[core.isDsp() ? 1 : 0][what.ordinal()] * units;
        int me = core.index();
        if (jitter > 0) {
            price *= 1 + jitter * (2 * randoms[me].nextDouble() - 1);
        }
        time[me] += price;
    }

    @Override
    public long news(Core core) {
        searchBegun[core.index()] = time[core.index()];
        return news[core.side().ordinal()];
    }

    @Override
    public long idle(Core core, long seen) {
        if (news[core.side().ordinal()] != seen) {
            turn(core);
            return 0;
        }
        int me = core.index();
        states[me] = State.IDLE;
        int next = earliest(me);
        if (next < 0) {
            throw new K2hException("deadlock in simulated time: every core waits");
        }
        pass(next);
        waitFor(me);
        return skipped[me];
    }

    @Override
    public void tell(Side side) {
        news[side.ordinal()]++;
        double now = time[running];
        for (int i = 0; i < states.length; i++) {
            if (states[i] == State.IDLE && cores.get(i).side() == side) {
                double search = Math.max(1, time[i] - searchBegun[i]);
                double missed = Math.max(0, Math.ceil((now - time[i]) / search));
                time[i] += missed * search;
                skipped[i] = (long) missed;
                states[i] = State.READY;
            }
        }
    }

    @Override
    public int random(Core core, int bound) {
        return randoms[core.index()].nextInt(bound);
    }

    @Override
    public double nanos(Core core) {
        return time[core.index()];
    }
}
