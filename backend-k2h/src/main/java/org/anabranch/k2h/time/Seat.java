package org.anabranch.k2h.time;

/** The place of a thread in an {@link EventClock}. */
class Seat {
    enum State {
        /** It has a core; its next observable action is at {@link #time}. */
        READY,
        RUNNING,
        /** It waits for a core. */
        WAITING,
        PARKED
    }

    final Thread thread;
    final int worker;
    double time;

    /** The time at which it continues if it is parked and not woken before. */
    double deadline = EventClock.NEVER;

    /** The work that it had begun and not completed when it lost its core. */
    double left;

    /** The time at which it got its core. */
    double since;

    volatile State state = State.READY;
    boolean permit;

    Seat(Thread thread, int worker) {
        this.thread = thread;
        this.worker = worker;
    }

    double due() {
        return switch (state) {
            case PARKED -> deadline;
            case WAITING -> EventClock.NEVER;
            default -> time;
        };
    }
}
