package org.anabranch.scheduler.pool;

import org.anabranch.api.ProcessorMask;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tasks that are in no deque: for any worker, or for those of some processors only. */
public final class WaitingTasks {
    private volatile int workers;
    final TenantQueues queues;
    private final CopyOnWriteArrayList<MaskedQueue> masked = new CopyOnWriteArrayList<>();

    /** Tasks for some processors only. */
    private record MaskedQueue(ProcessorMask mask, ConcurrentLinkedQueue<Task> tasks) {}

    WaitingTasks(int workers, TenantQueues queues) {
        this.workers = workers;
        this.queues = queues;
    }

    /** Sets how many workers share the tasks, from now on. */
    void share(int among) {
        workers = among;
        queues.share(among);
    }

    /** Any thread: a task for any worker. */
    void add(Task task) {
        queues.add(task);
    }

    /** Any thread: a task for a worker of the mask. */
    void add(ProcessorMask mask, Task task) {
        queue(mask).tasks.add(task);
    }

    private MaskedQueue queue(ProcessorMask mask) {
        for (MaskedQueue queue : masked) {
            if (queue.mask.equals(mask)) {
                return queue;
            }
        }
        synchronized (masked) {
            return masked.stream()
                    .filter(queue -> queue.mask.equals(mask))
                    .findFirst()
                    .orElseGet(
                            () -> {
                                MaskedQueue queue =
                                        new MaskedQueue(mask, new ConcurrentLinkedQueue<>());
                                masked.add(queue);
                                return queue;
                            });
        }
    }

    boolean hasUnmasked() {
        return queues.hasAny();
    }

    /** By numbers, not by an iterator: it is asked where there may be no memory for one. */
    boolean hasMasked(int slot) {
        for (int i = 0; i < masked.size(); i++) {
            MaskedQueue queue = masked.get(i);
            if (queue.mask.contains(slot) && !queue.tasks.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Any thread: some task, or null. */
    Task poll() {
        for (MaskedQueue queue : masked) {
            Task task = queue.tasks.poll();
            if (task != null) {
                return task;
            }
        }
        return queues.poll();
    }

    /**
     * A task for the calling worker, or null.
     *
     * @param all the workers there are
     * @param busy the program of the tasks that the worker has itself; null if it has none
     * @param awaitedOnly true if the worker's own tasks are awaited
     */
    Task take(Worker worker, Worker[] all, Tenant busy, boolean awaitedOnly) {
        for (int i = 0; i < masked.size(); i++) {
            MaskedQueue queue = masked.get(i);
            Task task = queue.mask.contains(worker.slot) ? queue.tasks.poll() : null;
            if (task != null) {
                return task;
            }
        }
        if (!queues.hasListed()) {
            return null;
        }
        TaskQueue calm = queues.calm();
        if (calm == null) {
            return queues.next(all, busy, awaitedOnly);
        }
        return awaitedOnly && !calm.isAwaited() ? null : fromCalm(calm, worker);
    }

    /** The oldest task of the queue; a share of what comes next goes to the worker's deque. */
    private Task fromCalm(TaskQueue queue, Worker worker) {
        InboxNode first = queue.inbox.take();
        if (first == null) {
            queues.foundEmpty(queue);
            return null;
        }
        int among = workers;
        int more = 0;
        for (InboxNode task = first.next;
                task != null && more < among * PoolTuning.INBOX_SHARE_TASKS;
                task = task.next) {
            more++;
        }
        InboxNode share = null;
        InboxNode rest = first.next;
        for (int left = more / among; left > 0; left--) {
            InboxNode task = rest;
            rest = task.next;
            task.next = share;
            share = task;
        }
        if (rest != null) {
            if (queue.inbox.putBack(rest)) {
                queues.putBack(queue);
            } else {
                pushAll(worker, Inbox.reversed(rest));
            }
        }
        pushAll(worker, share);
        worker.fed = true;
        first.next = null;
        return (Task) first;
    }

    /**
     * Pushes linked tasks; the last one will be popped first. Those for which the deque has no
     * memory go back to their queue, which needs none.
     */
    private void pushAll(Worker worker, InboxNode tasks) {
        for (InboxNode each = tasks; each != null; ) {
            InboxNode next = each.next;
            Task task = (Task) each;
            task.next = null;
            try {
                worker.deque.push(task, task.scope);
            } catch (OutOfMemoryError full) {
                queues.add(task);
            }
            each = next;
        }
    }
}
