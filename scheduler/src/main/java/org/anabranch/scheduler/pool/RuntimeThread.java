package org.anabranch.scheduler.pool;

/** A thread of the runtime: foreign code leaves it as it came by it. */
abstract class RuntimeThread extends Thread {
    /** A constant, which costs nothing to compare with. */
    static final ClassLoader HOME = RuntimeThread.class.getClassLoader();

    RuntimeThread(Runnable body, String name, long stack) {
        super(null, body, name, stack, false);
        setContextClassLoader(HOME);
    }

    /** Whether foreign code on its stack has set its flag or its loader. */
    final boolean isTouched() {
        return isInterrupted() || getContextClassLoader() != HOME;
    }
}
