package org.anabranch.k2h.time;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A discrete-event clock: of the threads that have a seat, the one with the earliest time runs
 * until its time exceeds that of the next by more than {@link #SLACK_NANOS}. For use under a lock,
 * or by the running thread alone, which hands it over with the state of the next seat.
 */
final class EventClock {
    /** The lead of a thread after which it yields: less than two queue operations. */
    static final double SLACK_NANOS = 100;

    static final double NEVER = Double.POSITIVE_INFINITY;

    private final List<Seat> seats = new ArrayList<>();

    /** The seat whose thread runs, or null. */
    Seat running;

    void add(Seat seat) {
        seats.add(seat);
    }

    void remove(Seat seat) {
        seats.remove(seat);
    }

    List<Seat> seats() {
        return seats;
    }

    /** Returns true if no other seat is due before a running one, but for the slack. */
    boolean isFirst(Seat seat) {
        Seat next = next(seat);
        return next == null || seat.time <= next.due() + SLACK_NANOS;
    }

    /**
     * Returns the seat that is due first, besides one; of equal ones, that with the lowest number.
     * Null if none is due at any time.
     */
    Seat next(Seat except) {
        Seat next = null;
        double due = NEVER;
        for (Seat seat : seats) {
            double its = seat.due();
            if (seat != except && (its < due || its == due && isBefore(seat, next))) {
                next = seat;
                due = its;
            }
        }
        return next;
    }

    private static boolean isBefore(Seat seat, Seat other) {
        return other != null && seat.worker < other.worker;
    }

    /** Lets the thread of a seat run. */
    void run(Seat next) {
        running = next;
        next.state = Seat.State.RUNNING;
        LockSupport.unpark(next.thread);
    }
}
