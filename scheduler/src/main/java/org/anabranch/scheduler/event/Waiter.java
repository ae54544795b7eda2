package org.anabranch.scheduler.event;

/** A thread that waits for an event. */
final class Waiter extends Listener {
    private final Thread thread;

    Waiter(Thread thread) {
        this.thread = thread;
    }

    @Override
    boolean isThread() {
        return true;
    }

    @Override
    void settled(ListenerList of) {
        of.pool().unpark(thread);
    }
}
