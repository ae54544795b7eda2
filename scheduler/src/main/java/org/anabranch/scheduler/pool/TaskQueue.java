package org.anabranch.scheduler.pool;

/**
 * The tasks of one source that no worker has taken, first in first out: of a scope that is within
 * no other, or of the streams of a program. It is listed by {@link TenantQueues} as long as it may
 * have tasks.
 */
public final class TaskQueue {
    public final Tenant tenant;

    /** The outermost scope; null for the streams of a program. */
    final Numbered scope;

    final Inbox inbox = new Inbox();

    /** True while it is in a list. Who adds a task reads it after that. */
    volatile boolean listed;

    /** The number of threads that wait for its tasks. Written under the lock of the queues. */
    volatile int waiters;

    /** True once it was used; of the queues. */
    boolean known;

    /** Its neighbours in the list. */
    TaskQueue before;

    TaskQueue after;

    public TaskQueue(Tenant tenant, Numbered scope) {
        this.tenant = tenant;
        this.scope = scope;
    }

    /** Returns true if a thread waits for tasks of it. */
    public boolean isAwaited() {
        return waiters > 0;
    }

    /** Returns the list it belongs to while it is listed. */
    QueueList list() {
        return waiters > 0 ? tenant.awaited : tenant.others;
    }
}
