package org.anabranch.scheduler.pool;

import java.util.ArrayDeque;

/** The thread of a worker proper. */
public final class WorkerThread extends RuntimeThread {
    final Worker worker;

    /** For {@code ReadyQueue}. */
    public final ArrayDeque<Object> ready = new ArrayDeque<>();

    WorkerThread(Worker worker, String name, Runnable body) {
        super(body, name, 16L << 20);
        this.worker = worker;
        setDaemon(true);
    }
}
