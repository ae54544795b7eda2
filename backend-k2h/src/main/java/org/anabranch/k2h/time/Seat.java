package org.anabranch.k2h.time;

/** One thread that has entered a {@link VirtualTimeline}, by whose lock all is guarded. */
final class Seat {
    enum State {
        /** It has a core, and does at {@link #time} what others may see. */
        READY,
        RUNNING,
        /** It would run, if it had a core. */
        WAITING,
        PARKED
    }

    final Thread thread;
    final int worker;
    double time;
    double deadline;

    /** What it has begun and not done when it lost its core. */
    double left;

    /** When it got its core. */
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
