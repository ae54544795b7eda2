package org.anabranch.scheduler.pool;

import org.anabranch.api.ProcessorMask;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tasks that are in nobody's deque: for any worker, or for those of some processors only. */
public final class WaitingTasks {
    private volatile int workers;
    private final Inbox inbox = new Inbox();
    private final CopyOnWriteArrayList<MaskedQueue> masked = new CopyOnWriteArrayList<>();

    /** Tasks for some processors only. */
    private record MaskedQueue(ProcessorMask mask, ConcurrentLinkedQueue<Task> tasks) {}

    WaitingTasks(int workers) {
        this.workers = workers;
    }

    /** Among so many is shared what waits, from now on. */
    void share(int among) {
        workers = among;
    }

    /** Any thread: a task for any worker. */
    void add(Task task) {
        inbox.add(task);
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
        return !inbox.isEmpty();
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
    synchronized Task poll() {
        for (MaskedQueue queue : masked) {
            Task task = queue.tasks.poll();
            if (task != null) {
                return task;
            }
        }
        Task first = inbox.take();
        if (first != null && first.next != null && !inbox.putBack(first.next)) {
            for (Task rest = first.next; rest != null; ) {
                Task next = rest.next;
                inbox.add(rest);
                rest = next;
            }
        }
        return first;
    }

    /** A task for the calling worker, or null. */
    Task take(Worker worker) {
        for (int i = 0; i < masked.size(); i++) {
            MaskedQueue queue = masked.get(i);
            Task task = queue.mask.contains(worker.slot) ? queue.tasks.poll() : null;
            if (task != null) {
                return task;
            }
        }
        return inbox.isEmpty() ? null : fromInbox(worker);
    }

    /** The oldest task of the inbox; a share of what comes next goes to the worker's deque. */
    private Task fromInbox(Worker worker) {
        Task first = inbox.take();
        if (first == null) {
            return null;
        }
        int among = workers;
        int more = 0;
        for (Task task = first.next;
                task != null && more < among * PoolTuning.INBOX_SHARE_TASKS;
                task = task.next) {
            more++;
        }
        Task share = null;
        Task rest = first.next;
        for (int left = more / among; left > 0; left--) {
            Task task = rest;
            rest = task.next;
            task.next = share;
            share = task;
        }
        if (rest != null && !inbox.putBack(rest)) {
            pushAll(worker, Inbox.reversed(rest));
        }
        pushAll(worker, share);
        worker.fed = true;
        first.next = null;
        return first;
    }

    /**
     * Pushes linked tasks; the last one will be popped first. What the deque has no memory for goes
     * back to the inbox, which needs none.
     */
    private void pushAll(Worker worker, Task tasks) {
        for (Task task = tasks; task != null; ) {
            Task next = task.next;
            task.next = null;
            try {
                worker.deque.push(task, task.scope);
            } catch (OutOfMemoryError full) {
                inbox.add(task);
            }
            task = next;
        }
    }
}
