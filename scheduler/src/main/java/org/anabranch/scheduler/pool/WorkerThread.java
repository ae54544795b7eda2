package org.anabranch.scheduler.pool;

import java.util.ArrayDeque;

/** A thread that runs workers: one proper for as long as the pool is there, or spares. */
public final class WorkerThread extends RuntimeThread {
    /** The one that it runs now, or null; of this thread only. */
    Worker worker;

    /** For {@code ReadyQueue}. */
    public final ArrayDeque<Object> ready = new ArrayDeque<>();

    /** For {@link Callbacks}. */
    final ArrayDeque<Object> steps = new ArrayDeque<>();

    /**
     * Makes one.
     *
     * @param number the slot of a worker proper, which has a ring of events of its own
     */
    WorkerThread(String name, Runnable body, int number) {
        super(body, name, 16L << 20, number);
        setDaemon(true);
    }

    @Override
    void touch() {
        super.touch();
        Worker its = worker;
        if (its != null) {
            its.touch();
        }
    }
}
