package org.anabranch.scheduler.pool;

/** Asked, when an action of it has ended on a worker, whether nothing of it is in flight. */
public interface IdleListener {
    /** Drops what is kept for the sake of actions in flight, if there are none. */
    void forgetIfIdle();
}
