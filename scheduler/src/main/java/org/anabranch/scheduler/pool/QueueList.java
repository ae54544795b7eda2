package org.anabranch.scheduler.pool;

/** A list of queues, linked through themselves, so that it needs no memory. */
final class QueueList {
    TaskQueue first;
    private TaskQueue last;

    /** Adds a queue that is in no list. */
    void append(TaskQueue queue) {
        queue.before = last;
        queue.after = null;
        if (last == null) {
            first = queue;
        } else {
            last.after = queue;
        }
        last = queue;
    }

    /** Removes a queue of this list. */
    void remove(TaskQueue queue) {
        if (queue.before == null) {
            first = queue.after;
        } else {
            queue.before.after = queue.after;
        }
        if (queue.after == null) {
            last = queue.before;
        } else {
            queue.after.before = queue.before;
        }
        queue.before = null;
        queue.after = null;
    }
}
