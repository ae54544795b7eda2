package org.anabranch.scheduler;

import java.util.ArrayDeque;

/** The thread of a worker proper. */
final class WorkerThread extends Thread {
    final Worker worker;

    /** For {@link ReadyQueue}. */
    final ArrayDeque<Object> ready = new ArrayDeque<>();

    WorkerThread(Worker worker, String name, Runnable body) {
        super(null, body, name, 16L << 20, false);
        this.worker = worker;
        setDaemon(true);
        setContextClassLoader(WorkerThread.class.getClassLoader());
    }
}
