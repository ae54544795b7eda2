package org.anabranch.scheduler.pool;

import org.anabranch.scheduler.log.WritingThread;

/** A thread of the runtime. Its context is restored after user code has run on it. */
public abstract class RuntimeThread extends WritingThread {
    static final ClassLoader HOME = RuntimeThread.class.getClassLoader();

    /** The context class loader that the runtime has installed. */
    private ClassLoader installed = HOME;

    /**
     * Set when user code may have changed the interrupt status, the context class loader, or the
     * handler of uncaught exceptions; cleared by the next check that finds them as they should be.
     * So one look at a field is enough after a task, however small. It is plain: changes by the
     * task itself are seen, and an interrupt by another thread may come at any time.
     */
    private boolean touched;

    @SuppressWarnings("ThreadPriorityCheck") // not that of the thread that happens to create it
    RuntimeThread(Runnable body, String name, long stack, int number) {
        super(body, name, stack, number);
        super.setContextClassLoader(HOME);
        setPriority(NORM_PRIORITY);
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

    @Override
    public final void setUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        super.setUncaughtExceptionHandler(handler);
        touch();
    }

    /** Called by any thread: some of the context was set. */
    void touch() {
        touched = true;
    }

    /** Installs the context class loader that user code finds from now on. */
    final void install(ClassLoader loader) {
        installed = loader;
        super.setContextClassLoader(loader);
    }

    /** Returns true if the thread's context is that of kernels, unchanged. */
    final boolean isAtHome() {
        return installed == HOME && !(touched && lookAgain()) && getPriority() == NORM_PRIORITY;
    }

    private boolean lookAgain() {
        touched = false; // first: who touches it meanwhile sets it again
        if (isForeign()) {
            touched = true;
        }
        return touched;
    }

    /** Returns true if the context, but for the priority, is not that which was installed. */
    final boolean isForeign() {
        return isInterrupted()
                || getContextClassLoader() != installed
                || getUncaughtExceptionHandler() != getThreadGroup();
    }
}
