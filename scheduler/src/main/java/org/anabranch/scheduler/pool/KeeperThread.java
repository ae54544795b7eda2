package org.anabranch.scheduler.pool;

/** A thread of the runtime beside the workers, which may wait for a backend. */
final class KeeperThread extends RuntimeThread {
    KeeperThread(Runnable body, String name) {
        super(body, name, 0, UNNUMBERED);
        setDaemon(true);
    }
}
