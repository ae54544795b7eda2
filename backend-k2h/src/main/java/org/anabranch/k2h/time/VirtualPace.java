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
 * A pace in simulated time, by an {@link EventClock} of the cores. A core runs until its next
 * observable access ({@link #turn}); then the earliest core continues. Each core is a virtual
 * thread, so a switch takes well below a microsecond. All state is accessed by the running core
 * only: one seed gives one run, on any number of processors.
 *
 * <p>A core without work would search for ever. Instead it is suspended after one failed search.
 * When there is news, its time becomes the end of the first search that would have seen the news,
 * in steps of that search's length; the searches in between are counted, not run.
 */
public final class VirtualPace implements Pace {
    /** The seat of a core. */
    private static final class CoreSeat extends Seat {
        private final Core core;
        private final SplittableRandom random;
        private double searchBegun;
        private long skipped;

        CoreSeat(Core core, Thread thread, long seed) {
            super(thread, core.index());
            this.core = core;
            this.random = new SplittableRandom(seed * 1000 + core.index());
        }
    }

    private final double[][] prices = new double[2][Cost.values().length];
    private final long seed;
    private final double jitter;
    private final int delay;
    private final EventClock clock = new EventClock();
    private final List<CoreSeat> seats = new ArrayList<>();
    private final long[] news = new long[2];
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
        for (Core core : cores) {
            Runnable body = bodies.get(core.index());
            Thread thread =
                    Thread.ofVirtual()
                            .name("k2h " + core)
                            .unstarted(() -> live(seats.get(core.index()), body));
            CoreSeat seat = new CoreSeat(core, thread, seed);
            seats.add(seat);
            clock.add(seat);
        }
        clock.run(seats.getFirst());
        seats.forEach(seat -> seat.thread.start());
    }

    private void live(CoreSeat seat, Runnable body) {
        try {
            awaitTurn(seat);
            body.run();
            clock.remove(seat);
            Seat next = clock.next(null);
            if (next != null) {
                clock.run(next);
            } else if (!clock.seats().isEmpty()) {
                throw new K2hException(
                        "deadlock in simulated time: %s waits and no core is left to wake it"
                                .formatted(((CoreSeat) clock.seats().getFirst()).core));
            }
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    private void fail(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
        }
        seats.forEach(seat -> LockSupport.unpark(seat.thread));
    }

    @Override
    public void stop(String why) {
        fail(new K2hException(why));
    }

    @Override
    public void join() {
        Pace.awaitEnds(seats.stream().map(seat -> seat.thread).toList());
        if (failure != null) {
            throw new K2hException(
                    "simulation with seed " + seed + " failed: " + ForeignThrowables.text(failure),
                    failure);
        }
    }

    @Override
    public void turn(Core core) {
        CoreSeat seat = seats.get(core.index());
        checkNotFailed();
        if (delay > 0) {
            seat.time += seat.random.nextInt(delay);
        }
        if (!clock.isFirst(seat)) {
            handOver(seat, Seat.State.READY);
        }
    }

    private void handOver(CoreSeat seat, Seat.State state) {
        Seat next = clock.next(seat);
        if (next == null) {
            throw new K2hException("deadlock in simulated time: every core waits");
        }
        seat.state = state;
        clock.run(next);
        awaitTurn(seat);
    }

    private void awaitTurn(CoreSeat seat) {
        while (seat.state != Seat.State.RUNNING) {
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
        CoreSeat seat = seats.get(core.index());
        if (jitter > 0) {
            price *= 1 + jitter * (2 * seat.random.nextDouble() - 1);
        }
        seat.time += price;
    }

    @Override
    public long news(Core core) {
        CoreSeat seat = seats.get(core.index());
        seat.searchBegun = seat.time;
        return news[core.side().ordinal()];
    }

    @Override
    public long idle(Core core, long seen) {
        if (news[core.side().ordinal()] != seen) {
            turn(core);
            return 0;
        }
        CoreSeat seat = seats.get(core.index());
        handOver(seat, Seat.State.PARKED);
        return seat.skipped;
    }

    @Override
    public void tell(Side side) {
        news[side.ordinal()]++;
        double now = clock.running.time;
        for (CoreSeat seat : seats) {
            if (seat.state == Seat.State.PARKED && seat.core.side() == side) {
                double search = Math.max(1, seat.time - seat.searchBegun);
                double missed = Math.max(0, Math.ceil((now - seat.time) / search));
                seat.time += missed * search;
                seat.skipped = (long) missed;
                seat.state = Seat.State.READY;
            }
        }
    }

    @Override
    public int random(Core core, int bound) {
        return seats.get(core.index()).random.nextInt(bound);
    }

    @Override
    public double nanos(Core core) {
        return seats.get(core.index()).time;
    }
}
