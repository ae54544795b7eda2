package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.run.CoreState;

import java.util.List;

/**
 * A pace that records in a trace when cores wait, and when they are charged for cache operations.
 *
 * @param pace the pace to forward to
 * @param trace the trace
 */
public record TimedPace(Pace pace, CoreTrace trace) implements Pace {

    private static boolean flushes(Cost what) {
        return switch (what) {
            case FLUSH_CALL, FLUSH_LINE, INVALIDATE_ALL, LINE_BACK -> true;
            default -> false;
        };
    }

    @Override
    public void charge(Core core, Cost what, long units) {
        if (flushes(what)) {
            double before = pace.nanos(core);
            pace.charge(core, what, units);
            trace.mark(core, CoreState.FLUSH, before, pace.nanos(core));
        } else {
            pace.charge(core, what, units);
        }
    }

    @Override
    public long idle(Core core, long seen) {
        trace.begin(core, CoreState.IDLE, "");
        long skipped = pace.idle(core, seen);
        trace.end(core);
        return skipped;
    }

    @Override
    public void start(List<Core> cores, List<Runnable> bodies) {
        pace.start(cores, bodies);
    }

    @Override
    public void join() {
        pace.join();
    }

    @Override
    public void stop(String why) {
        pace.stop(why);
    }

    @Override
    public void turn(Core core) {
        pace.turn(core);
    }

    @Override
    public long news(Core core) {
        return pace.news(core);
    }

    @Override
    public void tell(Side side) {
        pace.tell(side);
    }

    @Override
    public void tellOne(Side side) {
        pace.tellOne(side);
    }

    @Override
    public int random(Core core, int bound) {
        return pace.random(core, bound);
    }

    @Override
    public double nanos(Core core) {
        return pace.nanos(core);
    }
}
