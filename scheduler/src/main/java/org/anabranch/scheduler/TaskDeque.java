package org.anabranch.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A work-stealing deque: its owner pushes and pops at the bottom, thieves take from the top.
 *
 * <p>The algorithm is that of Chase and Lev, "Dynamic Circular Work-Stealing Deque" (SPAA 2005),
 * with the orderings of Le, Pop, Cohen and Zappa Nardelli, "Correct and Efficient Work-Stealing for
 * Weak Memory Models" (PPoPP 2013). The owner writes {@code bottom} with a full fence, so that a
 * pop sees every steal that a thief could have decided on, and so that a push is visible to whoever
 * is about to sleep; a thief claims the top element by one compare-and-set. The ring doubles when
 * full; thieves that still read the old ring find the same elements there. A thief clears the slot
 * it took by compare-and-set, since the owner may already have put another task there; the owner
 * clears what it pops by a plain store, for nobody else touches that slot any more.
 */
final class TaskDeque {
    private static final VarHandle BOTTOM;
    private static final VarHandle TOP;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Task[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            BOTTOM = lookup.findVarHandle(TaskDeque.class, "bottom", long.class);
            TOP = lookup.findVarHandle(TaskDeque.class, "top", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private volatile Task[] ring = new Task[256];
    private long bottom;

    @SuppressWarnings("unused")
    private long top;

    /** Owner only. */
    void push(Task task) {
        long b = bottom;
        Task[] tasks = ring;
        if (b - (long) TOP.getAcquire(this) >= tasks.length) {
            tasks = grow(tasks, b);
        }
        SLOT.setRelease(tasks, (int) b & tasks.length - 1, task);
        BOTTOM.setVolatile(this, b + 1);
    }

    /** Owner only. The newest task, or null. */
    Task pop() {
        long b = bottom - 1;
        BOTTOM.setVolatile(this, b);
        long t = (long) TOP.getVolatile(this);
        if (t > b) {
            BOTTOM.setRelease(this, b + 1);
            return null;
        }
        Task[] tasks = ring;
        int slot = (int) b & tasks.length - 1;
        Task task = tasks[slot];
        if (t == b) {
            if (!TOP.compareAndSet(this, t, t + 1)) {
                task = null;
            }
            BOTTOM.setRelease(this, b + 1);
        }
        if (task != null) {
            tasks[slot] = null;
        }
        return task;
    }

    /** Owner only. The task that {@link #pop} would return, unless a thief comes first. */
    Task newest() {
        long b = bottom;
        if ((long) TOP.getAcquire(this) >= b) {
            return null;
        }
        Task[] tasks = ring;
        return (Task) SLOT.getAcquire(tasks, (int) (b - 1) & tasks.length - 1);
    }

    /**
     * Any thread. The oldest task, if there is one within the scope (any, if null) and no other
     * thread wins it.
     */
    Task steal(CountedFinish within) {
        long t = (long) TOP.getVolatile(this);
        long b = (long) BOTTOM.getVolatile(this);
        if (t >= b) {
            return null;
        }
        Task[] tasks = ring;
        int slot = (int) t & tasks.length - 1;
        Task task = (Task) SLOT.getAcquire(tasks, slot);
        if (task == null
                || within != null && !within.contains(task.scope)
                || !TOP.compareAndSet(this, t, t + 1)) {
            return null;
        }
        SLOT.compareAndSet(tasks, slot, task, null);
        return task;
    }

    /** Owner only. Whether everything pushed is popped or stolen. */
    boolean isDrained() {
        return (long) TOP.getAcquire(this) >= bottom;
    }

    /** Any thread. A count that was right at some moment. */
    long size() {
        return Math.max(0, (long) BOTTOM.getVolatile(this) - (long) TOP.getVolatile(this));
    }

    private Task[] grow(Task[] old, long b) {
        Task[] larger = new Task[old.length * 2];
        for (long i = (long) TOP.getAcquire(this); i < b; i++) {
            larger[(int) i & larger.length - 1] =
                    (Task) SLOT.getAcquire(old, (int) i & old.length - 1);
        }
        ring = larger;
        return larger;
    }
}
