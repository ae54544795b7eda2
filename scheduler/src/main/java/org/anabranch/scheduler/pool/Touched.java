package org.anabranch.scheduler.pool;

/**
 * The context that the thread of a worker has between two tasks, and whether user code may have
 * changed it. Kept here and not only by the thread, because every task checks it twice. Only the
 * thread that runs the worker uses it.
 */
public abstract class Touched {
    private RuntimeThread own;

    /** The context installed on the thread. */
    private TaskContext base = TaskContext.HOME;

    /**
     * The same, or null: user code may have changed it since, or the thread is virtual and does not
     * report changes.
     */
    private TaskContext unchanged;

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

    /** Returns true if the thread's context is that one, unchanged. */
    final boolean isIn(TaskContext context) {
        return (unchanged == context || base == context && lookAgain())
                && own.getPriority() == Thread.NORM_PRIORITY;
    }

    private boolean lookAgain() {
        unchanged = base; // first: who touches it meanwhile resets it again
        if (own == null || own.isForeign()) {
            unchanged = null;
        }
        return unchanged != null;
    }

    /**
     * Installs a context on the thread, to stay there until another one is installed.
     *
     * @return false if that is impossible, since the context binds values, a task of another
     *     context is under way beneath, user code has changed the thread's context, or the thread
     *     is virtual
     */
    final boolean install(TaskContext context) {
        if (!isOutermost() || !context.isPlain() || !isIn(base)) {
            return false;
        }
        own.install(context.loader);
        base = context;
        unchanged = context;
        return true;
    }

    /** Undoes what user code has changed. */
    final void restore() {
        ForeignCode.restore(own, false, base.loader);
    }

    /** The worker rests: keeps no class loader of a program reachable. */
    final void forgetContext() {
        if (base != TaskContext.HOME) {
            boolean _ = install(TaskContext.HOME);
        }
    }
}
