package org.anabranch.k2h.time;

import org.anabranch.k2h.time.Seat.State;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.PriorityQueue;

/**
 * The assignment of cores to threads if there are more threads than cores. A thread that parks
 * hands its core to the one that has waited longest. A thread that is woken takes the core of the
 * one that has had a core for longest, as operating systems prefer threads that have slept; that
 * one continues when a core is free. Guarded by the lock of the timeline.
 */
final class CoreShare {
    /** The cost of a context switch, in nanoseconds: an assumption. */
    static final double SWITCH_NANOS = 2_000;

    private final ArrayDeque<Seat> waiting = new ArrayDeque<>();

    /** The times since which the free cores have been free. */
    private final PriorityQueue<Double> free = new PriorityQueue<>();

    private int woken;

    CoreShare(int cores) {
        for (int i = 0; i < cores; i++) {
            free.add(0.0);
        }
    }

    /** Requests a core for a thread from its time on: it becomes ready, or waits for a core. */
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
     * Returns, of the threads that are busy beyond the time of another, the one that has had a core
     * longest. Threads that began together have equal times: then the number decides, not their
     * order in real time.
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

    /** Takes the core of a thread, or gives it none; its work beyond this time is deferred. */
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

    /** {@return true if a thread that was woken waits for the running thread to yield} */
    boolean isClaimed() {
        return woken > 0;
    }

    /** Lets the running thread yield; its work beyond this time is deferred. */
    void yield(Seat seat, double at) {
        suspend(seat, at);
        release(at);
    }

    /** Releases the core of a thread. */
    void release(double at) {
        Seat next = waiting.poll();
        if (next == null) {
            free.add(at);
            return;
        }
        woken = Math.max(0, woken - 1);
        give(next, at);
    }

    /** Removes a waiting thread, which parks or leaves. */
    void forget(Seat seat) {
        waiting.remove(seat);
    }
}
