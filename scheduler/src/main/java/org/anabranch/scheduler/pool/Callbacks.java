package org.anabranch.scheduler.pool;

import org.anabranch.api.DeadlockException;

import java.util.ArrayDeque;

/**
 * The consequences of settled events on a thread: callbacks of programs, and cancellations of what
 * depends on a cancelled action. They run one after another, so an event that a callback settles
 * calls its own callbacks when the first callback has returned. A callback must not wait.
 */
public final class Callbacks extends Trampoline<Callbacks.Step> {
    private static final Callbacks STEPS = new Callbacks();

    /** No literal: that takes memory where it is first used. */
    private static final String FAILED = "what an event led to was not done to its end".intern();

    private Callbacks() {}

    /** A callback, or the consequences of a cancellation. */
    @FunctionalInterface
    public interface Step {
        /** Makes it. */
        void proceed();
    }

    /** Runs the step now, or when the step that is under way on this thread has returned. */
    public static void call(Step step) {
        STEPS.add(step);
    }

    /** {@return true if the calling thread runs a callback} */
    public static boolean isWithin() {
        return STEPS.isRunning();
    }

    /**
     * Rejects a wait of a callback. It would block the thread that settles the event, and all that
     * this thread has still to settle.
     *
     * @param what the object of the wait
     * @throws DeadlockException if the calling thread runs a callback
     */
    public static void refuseWait(Object what) {
        if (isWithin()) {
            throw new DeadlockException(
                    "a callback of an event must not wait for "
                            + what
                            + ": start a task that waits, or name the event in async or waitFor");
        }
    }

    /** Runs it with no task of the calling worker, if it is one, on top of it. */
    @Override
    protected void run(Step step) {
        Worker worker = WorkerPool.ofCaller();
        if (worker == null) {
            step.proceed();
            return;
        }
        int before = worker.forbidNesting();
        try {
            step.proceed();
        } finally {
            worker.allowNesting(before);
        }
    }

    @Override
    protected ArrayDeque<Object> queueOf(WorkerThread worker) {
        return worker.steps;
    }

    @Override
    protected String failed() {
        return FAILED;
    }
}
