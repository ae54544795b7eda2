package org.anabranch.scheduler.pool;

import org.anabranch.api.AnabranchException;

/** A task of no scope that waits in a queue of its program. */
final class QueuedTask extends Task {
    private final TaskQueue queue;

    QueuedTask(TaskQueue queue) {
        super(null);
        this.queue = queue;
    }

    /**
     * Takes all tasks out of listed queues, and returns their number; -1 if those that remained
     * were not seen.
     */
    static int left(TenantQueues queues) {
        boolean seen = queues.hasAny();
        int left = 0;
        while (queues.poll() != null) {
            left++;
        }
        return left > 0 && !seen ? -1 : left;
    }

    @Override
    protected TaskQueue queue() {
        return queue;
    }

    @Override
    public void run(Worker worker) {}

    @Override
    public void refuse(Worker worker, AnabranchException cause) {}
}
