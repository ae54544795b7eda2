package org.anabranch.scheduler.pool;

import java.util.ArrayDeque;

/**
 * Steps that run one after another on the thread that adds them: a step that is added during
 * another one runs after it, not within it, so that a chain of any length needs no stack. The first
 * entry of a thread's queue is the step that is under way. Any other thread than a worker keeps its
 * queue, which is empty and of a class of the JDK between steps, so that nothing of a stopped
 * bundle stays reachable.
 *
 * @param <T> type of a step
 */
public abstract class Trampoline<T> {
    /** A queue that may have become longer than this is not kept. */
    private static final int KEPT = 1024;

    @SuppressWarnings("ThreadLocalUsage") // each subclass has one instance
    private final ThreadLocal<ArrayDeque<Object>> queues = new ThreadLocal<>();

    /** Runs a step. What it throws is logged by the caller. */
    protected abstract void run(T step);

    /** {@return the queue of a worker} */
    protected abstract ArrayDeque<Object> queueOf(WorkerThread worker);

    /** {@return the log message for a step that throws} */
    protected abstract String failed();

    /** Runs the step now, or when the step that is under way on this thread returns. */
    public final void add(T step) {
        ArrayDeque<Object> queue = null;
        try {
            queue = queue();
            queue.addLast(step);
        } catch (OutOfMemoryError full) {
            if (queue != null) {
                queue.pollLast(); // what could not grow has it all the same, and looks empty
            }
            runSafely(step); // at the cost of stack
            return;
        }
        if (queue.size() == 1) {
            runAll(queue);
        }
    }

    /** {@return true if a step is under way on the calling thread} */
    public final boolean isRunning() {
        ArrayDeque<Object> queue =
                Thread.currentThread() instanceof WorkerThread worker ? queueOf(worker) : kept();
        return queue != null && !queue.isEmpty();
    }

    /**
     * Returns the queue that the calling thread has, or null. Where a thread has none, {@link
     * ThreadLocal#get} records that, which takes memory; one that it has is found without any.
     */
    private ArrayDeque<Object> kept() {
        try {
            return queues.get();
        } catch (OutOfMemoryError none) {
            return null;
        }
    }

    private ArrayDeque<Object> queue() {
        if (Thread.currentThread() instanceof WorkerThread worker) {
            return queueOf(worker);
        }
        ArrayDeque<Object> queue = queues.get();
        if (queue == null) {
            queue = new ArrayDeque<>();
            queues.set(queue);
        }
        return queue;
    }

    /** A step that throws keeps no other from running. */
    private void runSafely(T step) {
        try {
            run(step);
        } catch (Throwable broken) {
            ForeignCode.warn(failed(), broken);
        }
    }

    @SuppressWarnings("unchecked") // only add stores elements
    private void runAll(ArrayDeque<Object> queue) {
        int longest = 0;
        try {
            for (Object next = queue.peekFirst(); next != null; next = queue.peekFirst()) {
                runSafely((T) next);
                longest = Math.max(longest, queue.size());
                queue.removeFirst();
            }
        } finally {
            queue.clear();
            if (longest > KEPT) {
                queues.remove();
            }
        }
    }
}
