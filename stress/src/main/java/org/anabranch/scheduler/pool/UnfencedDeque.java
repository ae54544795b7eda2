package org.anabranch.scheduler.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A faulty {@link TaskDeque} for negative controls: no fence between the owner's store to {@code
 * bottom} and its next load.
 */
final class UnfencedDeque {
    private static final VarHandle BOTTOM;
    private static final VarHandle TOP;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            BOTTOM = lookup.findVarHandle(UnfencedDeque.class, "bottom", long.class);
            TOP = lookup.findVarHandle(UnfencedDeque.class, "top", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final Task[] ring = new Task[8];
    private long bottom;

    @SuppressWarnings("unused")
    private long top;

    void push(Task task) {
        long b = bottom;
        ring[(int) b & ring.length - 1] = task;
        BOTTOM.setRelease(this, b + 1);
    }

    Task pop() {
        long b = bottom - 1;
        BOTTOM.setRelease(this, b);
        long t = (long) TOP.getAcquire(this);
        if (t > b) {
            BOTTOM.setRelease(this, b + 1);
            return null;
        }
        Task task = ring[(int) b & ring.length - 1];
        if (t == b) {
            if (!TOP.compareAndSet(this, t, t + 1)) {
                task = null;
            }
            BOTTOM.setRelease(this, b + 1);
        }
        return task;
    }

    Task steal() {
        long t = (long) TOP.getVolatile(this);
        long b = (long) BOTTOM.getVolatile(this);
        if (t >= b) {
            return null;
        }
        Task task = ring[(int) t & ring.length - 1];
        return TOP.compareAndSet(this, t, t + 1) ? task : null;
    }

    long size() {
        return Math.max(0, (long) BOTTOM.getVolatile(this) - (long) TOP.getVolatile(this));
    }
}
