package org.anabranch.scheduler.pool;

import java.lang.invoke.VarHandle;

/**
 * The context that the thread of a worker has between two tasks, and whether user code may have
 * changed it. Kept here and not only by the thread, because every task checks it twice. Only the
 * thread that runs the worker uses it.
 *
 * <p><b>Priority.</b> A thread reports no change of its priority, and a query costs a tenth of a
 * small task. It is checked before each task that comes from a deque or queue, not before one that
 * runs on top of the task that starts it. Once a task has left another priority, it is checked
 * before and after each.
 */
public abstract class InstalledContext {
    private RuntimeThread own;

    /** The context installed on the thread. */
    private TaskContext base = TaskContext.HOME;

    /**
     * The same, or null: user code may have changed it since, or the thread is virtual and does not
     * report changes. No other context is installed while a task is under way, so a task's end
     * compares it with null.
     */
    TaskContext unchanged;

    /** True once a task has ended with another priority than it began with. */
    private boolean changesPriority;

    /** Returns true if no task is under way beneath the one that the thread runs, if any. */
    abstract boolean isOutermost();

    /** The calling thread runs it from now on. */
    final void adopt(Thread self) {
        own = self instanceof RuntimeThread mine ? mine : null;
    }

    /** Called by any thread: some of the context was set. */
    final void touch() {
        unchanged = null;
    }

    /** Returns true if the thread's context is that one, or is from now on. */
    final boolean enter(TaskContext context) {
        return isIn(context) || install(context);
    }

    /** Undoes what user code has changed of the installed context. */
    final void leave() {
        if (!lookAgain()) {
            ForeignCode.restore(own, false, base.loader);
        }
    }

    /** Returns true if the thread's context is that one, unchanged as far as is known. */
    private boolean isIn(TaskContext context) {
        return unchanged == context || base == context && lookAgain();
    }

    private boolean lookAgain() {
        if (own == null) {
            return false;
        }
        unchanged = base;
        VarHandle.fullFence(); // first: a thread that touches it meanwhile resets it again
        boolean same = hasNormalPriority() && !own.isForeign();
        if (!same || changesPriority) {
            unchanged = null;
        }
        return same;
    }

    /** Returns false, and from then on checks each task, if a task has left another priority. */
    private boolean hasNormalPriority() {
        if (own.getPriority() == Thread.NORM_PRIORITY) {
            return true;
        }
        changesPriority = true;
        unchanged = null;
        return false;
    }

    /**
     * Called before a task: checks the priority, too, and from then on each time if it is wrong.
     */
    final void checkPriority() {
        boolean _ = own == null || hasNormalPriority();
    }

    /**
     * Installs a context on the thread, to stay there until another one is installed.
     *
     * @return false if that is impossible, since the context binds values, a task of another
     *     context is under way beneath, user code has changed the thread's context, or the thread
     *     is virtual
     */
    @SuppressWarnings("ThreadPriorityCheck") // undoes what user code has set
    final boolean install(TaskContext context) {
        if (!isOutermost() || !context.isPlain() || own == null) {
            return false;
        }
        if (!hasNormalPriority()) {
            own.setPriority(Thread.NORM_PRIORITY);
        }
        if (!isIn(base)) {
            return false;
        }
        own.install(context.loader);
        base = context;
        unchanged = changesPriority ? null : context;
        return true;
    }

    /** The worker rests: keeps no class loader of a program reachable. */
    final void forgetContext() {
        if (base != TaskContext.HOME) {
            boolean _ = install(TaskContext.HOME);
        }
    }
}
