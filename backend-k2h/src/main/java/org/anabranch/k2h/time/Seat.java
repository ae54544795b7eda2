package org.anabranch.k2h.time;

/** A thread that has entered a {@link VirtualTimeline}, whose lock guards all fields. */
final class Seat {
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
    double deadline;

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
            case WAITING -> Double.POSITIVE_INFINITY;
            default -> time;
        };
    }
}
