package org.anabranch.scheduler.pool;

/**
 * Whether foreign code on a worker's stack may have set the flag or the loader of its thread. As
 * the thread knows it, but here, since each task looks twice. Of the thread that runs the worker.
 */
public abstract class Touched {
    /** Always of a virtual thread, which cannot tell. */
    boolean touched = true;

    private RuntimeThread own;

    /** The calling thread runs it from now on. */
    final void adopt(Thread self) {
        own = self instanceof RuntimeThread mine ? mine : null;
    }

    final boolean isTouched() {
        return touched && lookAgain();
    }

    private boolean lookAgain() {
        touched = false; // first: who touches it meanwhile sets it again
        if (own == null || own.isForeign()) {
            touched = true;
        }
        return touched;
    }
}
