package org.anabranch.scheduler.pool;

import org.anabranch.scheduler.count.Handles;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The counters of a worker: written by itself, without a fence, and read by any thread. */
public abstract class WorkerCounts extends InstalledContext {
    private static final VarHandle TASKS = Handles.of(MethodHandles.lookup(), "tasks", long.class);
    private static final VarHandle STEALS =
            Handles.of(MethodHandles.lookup(), "steals", long.class);
    private static final VarHandle WAITS = Handles.of(MethodHandles.lookup(), "waits", long.class);

    static {
        WorkerCounts none = null;
        Handles.linkCalls(() -> TASKS.setOpaque(none, 0L));
        Handles.linkReads(() -> (long) TASKS.getOpaque(none));
    }

    /** Its unreported starts and ends in a scope that another opened. */
    public final Tally tally = new Tally();

    private long tasks;
    private long steals;
    private long waits;

    /** Number of the task that was a kernel and ended last, and when. */
    private long kernelTask = -2;

    private long kernelEnd;

    /** The time of the machine, or of a simulation. */
    abstract long time();

    /** A task begins. */
    final void countTask() {
        TASKS.setOpaque(this, tasks + 1);
    }

    /** A task was taken from another worker. */
    final void countSteal() {
        STEALS.setOpaque(this, steals + 1);
    }

    /** A wait has ended. */
    final void countWait() {
        WAITS.setOpaque(this, waits + 1);
    }

    /** Any thread: a number that grows with each task that begins and each wait that ends. */
    public final long steps() {
        return tasks() + (long) WAITS.getOpaque(this);
    }

    /** A kernel begins on top of the stack; when. */
    public final long beginsKernel() {
        return kernelTask == tasks - 1 ? kernelEnd : time();
    }

    /** Returns the begin of a logged kernel, which is not before it was permitted to begin. */
    public final long beginsTold() {
        return time();
    }

    /** It has ended; when. If the next task is a kernel as well, it begins at the same time. */
    public final long endsKernel() {
        kernelTask = tasks;
        kernelEnd = time();
        return kernelEnd;
    }

    /** When a kernel ended last. */
    public final long kernelEnd() {
        return kernelEnd;
    }

    /** Records that it searches for work, so that the next task does not follow immediately. */
    final void rests() {
        kernelTask = -2;
    }

    /** Any thread: tasks begun so far. */
    public final long tasks() {
        return (long) TASKS.getOpaque(this);
    }

    /** Any thread: tasks stolen so far. */
    public final long steals() {
        return (long) STEALS.getOpaque(this);
    }
}
