package org.anabranch.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Tasks for any worker, from any thread, oldest first as far as batches go. Who adds links the task
 * before the newest one by one compare-and-set, and makes nothing. Who takes gets all there are in
 * one exchange, turns them round, and leaves what it does not want for the next one.
 */
final class Inbox {
    private static final VarHandle NEWEST;
    private static final VarHandle OLDEST;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NEWEST = lookup.findVarHandle(Inbox.class, "newest", Task.class);
            OLDEST = lookup.findVarHandle(Inbox.class, "oldest", Task.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** What was added since somebody took, newest first. */
    private volatile Task newest;

    /** What somebody took and did not want, oldest first. */
    private volatile Task oldest;

    /** Adds a task that is in no inbox. */
    void add(Task task) {
        Task before;
        do {
            before = newest;
            task.next = before;
        } while (!NEWEST.compareAndSet(this, before, task));
    }

    /** The caller's alone from now on: tasks linked by {@code next}, oldest first; null if none. */
    Task take() {
        Task kept = oldest;
        if (kept != null && (kept = (Task) OLDEST.getAndSet(this, null)) != null) {
            return kept;
        }
        return newest == null ? null : reversed((Task) NEWEST.getAndSet(this, null));
    }

    /** The same tasks linked the other way round. */
    static Task reversed(Task stack) {
        Task turned = null;
        for (Task task = stack; task != null; ) {
            Task after = task.next;
            task.next = turned;
            turned = task;
            task = after;
        }
        return turned;
    }

    /** Puts back what {@link #take} gave, or its end; false if it is the caller's all the same. */
    boolean putBack(Task rest) {
        return OLDEST.compareAndSet(this, null, rest);
    }

    boolean isEmpty() {
        return newest == null && oldest == null;
    }
}
