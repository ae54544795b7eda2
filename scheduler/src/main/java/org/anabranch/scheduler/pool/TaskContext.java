package org.anabranch.scheduler.pool;

import org.anabranch.api.FinishOptions;

/**
 * The context in which the tasks of a scope run, whichever thread runs them: the context class
 * loader and the {@link ScopedValue}s that were passed to the scope. Priority, interrupt status and
 * handler of uncaught exceptions of the thread are those of a new thread. Immutable.
 */
public final class TaskContext {
    /** That of kernels and callbacks: the scheduler's class loader, no values. */
    static final TaskContext HOME = new TaskContext(RuntimeThread.HOME, null, null);

    final ClassLoader loader;

    /** The values that are bound after those of the outer context; null if there are none. */
    private final ScopedValue.Carrier values;

    /** The nearest outer context with values; null if there is none. */
    private final TaskContext outer;

    private TaskContext(ClassLoader loader, ScopedValue.Carrier values, TaskContext outer) {
        this.loader = loader;
        this.values = values;
        this.outer = outer;
    }

    /** {@return the context of a scope within no other, which the calling thread opens} */
    public static TaskContext ofProgram() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return loader == HOME.loader ? HOME : new TaskContext(loader, null, null);
    }

    /** {@return this context as the options of an inner scope change it} */
    public TaskContext with(FinishOptions options) {
        ClassLoader inner = options.contextClassLoader().orElse(loader);
        ScopedValue.Carrier more = options.scopedValues().orElse(null);
        if (more == null && inner == loader) {
            return this;
        }
        return more == null
                ? new TaskContext(inner, values, outer)
                : new TaskContext(inner, more, isPlain() ? null : this);
    }

    /** Returns true if it binds no values, so that it can stay on a thread between tasks. */
    boolean isPlain() {
        return values == null;
    }

    /** Runs the body with the values bound, those of outer scopes first. */
    void run(ForeignCode.Body body) throws Throwable {
        if (values == null) {
            body.run();
        } else if (outer == null) {
            bind(body);
        } else {
            outer.run(() -> bind(body));
        }
    }

    private void bind(ForeignCode.Body body) throws Throwable {
        values.call(
                () -> {
                    body.run();
                    return null;
                });
    }
}
