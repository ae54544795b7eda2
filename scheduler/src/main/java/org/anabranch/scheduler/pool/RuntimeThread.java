package org.anabranch.scheduler.pool;

import org.anabranch.scheduler.log.WritingThread;

/** A thread of the runtime: foreign code leaves it as it came by it. */
public abstract class RuntimeThread extends WritingThread {
    static final ClassLoader HOME = RuntimeThread.class.getClassLoader();

    /**
     * Whether somebody has set its flag or its loader since that was undone. So one look at a field
     * is enough after a task, however small. It is plain: what the task does itself is seen, and an
     * interrupt by another thread is one at any time.
     */
    private boolean touched;

    RuntimeThread(Runnable body, String name, long stack, int number) {
        super(body, name, stack, number);
        super.setContextClassLoader(HOME);
    }

    @Override
    public final void interrupt() {
        try {
            super.interrupt();
        } finally {
            touch(); // what it interrupts may throw: a channel of the program's own
        }
    }

    @Override
    public final void setContextClassLoader(ClassLoader loader) {
        super.setContextClassLoader(loader);
        touch();
    }

    /** Any thread: its flag or its loader was set. */
    void touch() {
        touched = true;
    }

    /** Whether foreign code on its stack has set its flag or its loader. */
    final boolean isTouched() {
        return touched && lookAgain();
    }

    private boolean lookAgain() {
        touched = false; // first: who touches it meanwhile sets it again
        if (isForeign()) {
            touched = true;
        }
        return touched;
    }

    /** Whether its flag or its loader is set now. */
    final boolean isForeign() {
        return isInterrupted() || getContextClassLoader() != HOME;
    }
}
