package org.anabranch.scheduler.pool;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Tasks for any worker, from any thread, oldest first as far as batches go. Who adds links the task
 * before the newest one by one compare-and-set, and makes nothing. Who takes gets all there are in
 * one exchange, turns them round, and leaves what it does not want for the next one. Both ends lie
 * on cache lines of their own.
 */
public final class Inbox {
    /** The number of tasks added since the last take, newest first. */
    private static final int NEWEST = 32;

    /** The number of tasks taken and put back, oldest first. */
    private static final int OLDEST = 64;

    private static final int LENGTH = 96;

    private final AtomicReferenceArray<InboxNode> ends = new AtomicReferenceArray<>(LENGTH);

    /** Adds a task that is in no inbox. */
    void add(InboxNode task) {
        InboxNode before;
        do {
            before = ends.get(NEWEST);
            task.next = before;
        } while (!ends.compareAndSet(NEWEST, before, task));
    }

    /** The caller's alone from now on: tasks linked by {@code next}, oldest first; null if none. */
    InboxNode take() {
        InboxNode kept = exchange(OLDEST);
        return kept != null ? kept : reversed(exchange(NEWEST));
    }

    private InboxNode exchange(int end) {
        return ends.get(end) == null ? null : ends.getAndSet(end, null);
    }

    /** The same tasks linked the other way round. */
    static InboxNode reversed(InboxNode stack) {
        InboxNode turned = null;
        for (InboxNode task = stack; task != null; ) {
            InboxNode after = task.next;
            task.next = turned;
            turned = task;
            task = after;
        }
        return turned;
    }

    /** Puts back what {@link #take} gave, or its end; false if it is the caller's all the same. */
    boolean putBack(InboxNode rest) {
        return ends.compareAndSet(OLDEST, null, rest);
    }

    boolean isEmpty() {
        return ends.get(NEWEST) == null && ends.get(OLDEST) == null;
    }
}
