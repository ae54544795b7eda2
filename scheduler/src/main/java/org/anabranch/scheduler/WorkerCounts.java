package org.anabranch.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What a worker has done: written by itself, without a fence, and read by any thread. */
abstract class WorkerCounts {
    private static final VarHandle TASKS;
    private static final VarHandle STEALS;
    private static final VarHandle ACTIONS;
    private static final VarHandle BUSY;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TASKS = lookup.findVarHandle(WorkerCounts.class, "tasks", long.class);
            STEALS = lookup.findVarHandle(WorkerCounts.class, "steals", long.class);
            ACTIONS = lookup.findVarHandle(WorkerCounts.class, "actions", long.class);
            BUSY = lookup.findVarHandle(WorkerCounts.class, "busy", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private long tasks;
    private long steals;
    private long actions;
    private long busy;

    /** Number of the task that was a kernel and ended last, and when. */
    private long kernelTask = -2;

    private long kernelEnd;

    /** A task begins. */
    final void countTask() {
        TASKS.setOpaque(this, tasks + 1);
    }

    /** A task was taken from another worker. */
    final void countSteal() {
        STEALS.setOpaque(this, steals + 1);
    }

    /** An action of the host has ended here. */
    final void countAction() {
        ACTIONS.setOpaque(this, actions + 1);
    }

    /** A kernel of the host ran here. */
    final void countBusy(long nanos) {
        BUSY.setOpaque(this, busy + nanos);
    }

    /** A kernel begins on top of the stack; when, for {@link System#nanoTime}. */
    final long beginsKernel() {
        return kernelTask == tasks - 1 ? kernelEnd : System.nanoTime();
    }

    /** It has ended; when. If the next task is a kernel as well, it begins at the same time. */
    final long endsKernel() {
        kernelTask = tasks;
        kernelEnd = System.nanoTime();
        return kernelEnd;
    }

    /** Looks for work, so that what comes does not follow at once. */
    final void rests() {
        kernelTask = -2;
    }

    /** Any thread: tasks begun so far. */
    final long tasks() {
        return (long) TASKS.getOpaque(this);
    }

    /** Any thread: tasks stolen so far. */
    final long steals() {
        return (long) STEALS.getOpaque(this);
    }

    /** Any thread: actions of the host that have ended here. */
    final long actions() {
        return (long) ACTIONS.getOpaque(this);
    }

    /** Any thread: time during which kernels of the host ran here. */
    final long busyNanos() {
        return (long) BUSY.getOpaque(this);
    }
}
