package org.anabranch.scheduler.pool;

/** A thread of the runtime beside the workers, which may wait for a backend. */
final class BackgroundThread extends RuntimeThread {
    BackgroundThread(Runnable body, String name) {
        super(body, name, 0, UNNUMBERED);
        setDaemon(true);
    }
}
