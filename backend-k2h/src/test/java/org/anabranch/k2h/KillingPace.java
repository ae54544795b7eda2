package org.anabranch.k2h;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.time.VirtualPace;

import java.util.List;

/** Simulated time in which a core dies at some step. */
final class KillingPace implements Pace {
    private final VirtualPace inner;
    private final int core;
    private int left;
    private double killedAt = -1;

    KillingPace(long seed, int core, int step) {
        inner = new VirtualPace(Board.K2H.prices(), seed, 0.05, 0);
        this.core = core;
        left = step;
    }

    boolean killed() {
        return killedAt >= 0;
    }

    /** When, in simulated nanoseconds. */
    double killedAt() {
        return killedAt;
    }

    @Override
    public void start(List<Core> cores, List<Runnable> bodies) {
        inner.start(cores, bodies);
    }

    @Override
    public void join() {
        inner.join();
    }

    @Override
    public void turn(Core who) {
        inner.turn(who);
        if (who.index() == core && left-- == 0) {
            killedAt = inner.nanos(who);
            throw new IllegalStateException("killed");
        }
    }

    @Override
    public void charge(Core who, Cost what, long units) {
        inner.charge(who, what, units);
    }

    @Override
    public long news(Core who) {
        return inner.news(who);
    }

    @Override
    public long idle(Core who, long seen) {
        return inner.idle(who, seen);
    }

    @Override
    public void tell(Side side) {
        inner.tell(side);
    }

    @Override
    public int random(Core who, int bound) {
        return inner.random(who, bound);
    }

    @Override
    public double nanos(Core who) {
        return inner.nanos(who);
    }
}
