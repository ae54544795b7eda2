package org.anabranch.mic.sink;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A thread that runs errands in order. An executor would not do: in a full heap it may lose a task
 * or its thread, whereas submitting an errand takes no memory, and the thread is started when the
 * card opens.
 */
final class ErrandThread {
    private final Thread thread;
    private final Consumer<Throwable> broken;
    // all guarded by this
    private Errand oldest;
    private Errand newest;
    private boolean over;

    /**
     * Starts the thread.
     *
     * @param name of the thread
     * @param broken called with what an errand throws, against its contract
     */
    ErrandThread(String name, Consumer<Throwable> broken) {
        this.broken = broken;
        this.thread = Thread.ofPlatform().daemon().name(name).start(this::runAll);
    }

    /** Submits an errand, once. */
    void put(Errand errand) {
        synchronized (this) {
            if (oldest == null) {
                oldest = errand;
            } else {
                newest.next = errand;
            }
            newest = errand;
        }
        LockSupport.unpark(thread);
    }

    /** Runs no more errands. */
    void stop() {
        synchronized (this) {
            over = true;
        }
        LockSupport.unpark(thread);
    }

    private void runAll() {
        for (Errand errand = take(); errand != null; errand = take()) {
            try {
                errand.run();
            } catch (Throwable thrown) {
                broken.accept(thrown);
            }
        }
    }

    /**
     * Returns the next errand, or null at the end. Clears an interrupt, which foreign code left.
     */
    private Errand take() {
        while (true) {
            boolean unused = Thread.interrupted();
            synchronized (this) {
                if (over) {
                    return null;
                }
                Errand errand = oldest;
                if (errand != null) {
                    oldest = errand.next;
                    newest = oldest == null ? null : newest;
                    errand.next = null;
                    return errand;
                }
            }
            LockSupport.park(this);
        }
    }
}
