package org.anabranch.k2h.time;

import org.anabranch.k2h.time.Seat.State;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.PriorityQueue;

/**
 * Who has a core, where more threads would run than there are cores. A thread that parks hands its
 * core to the one that waits longest. One that is woken takes the core of whoever has had one for
 * longest, as an operating system prefers those that have slept; that one goes on where it was when
 * a core is free. Guarded by the lock of the timeline.
 */
final class CoreShare {
    /** From one thread to the next on a core, in nanoseconds: chosen. */
    static final double SWITCH_NANOS = 2_000;

    private final ArrayDeque<Seat> waiting = new ArrayDeque<>();

    /** Since when each free core has been free. */
    private final PriorityQueue<Double> free = new PriorityQueue<>();

    private int woken;

    CoreShare(int cores) {
        for (int i = 0; i < cores; i++) {
            free.add(0.0);
        }
    }

    /** A thread would run from its time on: it is ready, or waits for a core. */
    void claim(Seat seat, boolean wasAsleep, Collection<Seat> seats) {
        Double since = free.poll();
        if (since != null) {
            give(seat, since);
            return;
        }
        Seat oldest = wasAsleep ? oldest(seat, seats) : null;
        if (oldest != null) {
            suspend(oldest, seat.time);
            give(seat, seat.time);
        } else if (wasAsleep) {
            seat.state = State.WAITING;
            waiting.addFirst(seat);
            woken++;
        } else {
            suspend(seat, seat.time);
        }
    }

    /**
     * Of those that are busy beyond the time of another the one that has had a core longest. All
     * that began together have had theirs for as long: then the number decides, not who of them was
     * the first to come in real time.
     */
    private static Seat oldest(Seat claims, Collection<Seat> seats) {
        Seat oldest = null;
        for (Seat seat : seats) {
            if (seat.state == State.READY
                    && seat.time > claims.time
                    && seat != claims
                    && (oldest == null
                            || seat.since < oldest.since
                            || seat.since == oldest.since && seat.worker < oldest.worker)) {
                oldest = seat;
            }
        }
        return oldest;
    }

    /** A thread loses its core, or gets none; what it is busy with beyond this time is left. */
    private void suspend(Seat seat, double at) {
        seat.left = seat.time - at;
        seat.time = at;
        seat.state = State.WAITING;
        waiting.addLast(seat);
    }

    private static void give(Seat seat, double at) {
        seat.since = Math.max(seat.time, at) + SWITCH_NANOS;
        seat.time = seat.since + seat.left;
        seat.left = 0;
        seat.state = State.READY;
    }

    /** {@return whether one that was woken waits for the running thread to give way} */
    boolean isClaimed() {
        return woken > 0;
    }

    /** The running thread gives way; what it is busy with beyond this time is left. */
    void yield(Seat seat, double at) {
        suspend(seat, at);
        release(at);
    }

    /** A thread that had a core needs it no more. */
    void release(double at) {
        Seat next = waiting.poll();
        if (next == null) {
            free.add(at);
            return;
        }
        woken = Math.max(0, woken - 1);
        give(next, at);
    }

    /** Forgets one that waits: it parks or leaves all the same. */
    void forget(Seat seat) {
        waiting.remove(seat);
    }
}
