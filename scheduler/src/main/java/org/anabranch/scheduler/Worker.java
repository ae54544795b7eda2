package org.anabranch.scheduler;

import org.anabranch.spi.Timeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One who runs tasks: a deque, a place in the pool, and what is on the stack. The state belongs to
 * the one thread that runs the worker; others steal from the deque and read the counts.
 */
final class Worker {
    /** Deeper nesting of tasks on one stack is left to a spare with a stack of its own. */
    private static final int DEEPEST = 512;

    /** A virtual thread's stack is that of its carrier: a sixteenth of a worker's. */
    private static final int DEEPEST_OF_SPARE = 32;

    /**
     * Set on the virtual threads that stand in for blocked workers; workers proper are {@link
     * WorkerThread}s.
     */
    private static final ThreadLocal<Worker> SPARE = new ThreadLocal<>();

    private static final VarHandle TASKS;
    private static final VarHandle STEALS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TASKS = lookup.findVarHandle(Worker.class, "tasks", long.class);
            STEALS = lookup.findVarHandle(Worker.class, "steals", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    final WorkerPool pool;

    /** Number among the processors of the host; a spare has that of the worker it stands in for. */
    final int slot;

    final boolean spare;
    final TaskDeque deque = new TaskDeque();

    Task running;
    CountedFinish scope;
    private int depth;
    private int seed;
    private Thread thread;

    /** What this worker is blocked on, an action or a scope; read by those who look for rings. */
    volatile Object waitingFor;

    /** Tasks run and stolen: written by this worker, without a fence, and read by others. */
    volatile long tasks;

    volatile long steals;

    Worker(WorkerPool pool, int slot, boolean spare) {
        this.pool = pool;
        this.slot = slot;
        this.spare = spare;
        this.seed = 0x9E3779B9 * (slot + 1);
    }

    /** The worker that the calling thread is, in this pool, or null. */
    static Worker current(WorkerPool pool) {
        Thread thread = Thread.currentThread();
        Worker worker =
                thread instanceof WorkerThread own
                        ? own.worker
                        : thread.isVirtual() ? SPARE.get() : null;
        return worker != null && worker.pool == pool ? worker : null;
    }

    /** Makes the calling thread run this worker. */
    void adopt() {
        thread = Thread.currentThread();
        if (spare) {
            SPARE.set(this);
        }
    }

    Thread thread() {
        return thread;
    }

    /** Starts a task here; it runs now, later, or elsewhere. */
    void push(Task task) {
        deque.push(task);
        pool.timeline.charge(Timeline.Charge.DEQUE, 1);
        pool.signal();
    }

    /** Runs a task on top of what this stack is running. */
    void execute(Task task) {
        Task outer = running;
        CountedFinish outerScope = scope;
        task.beneath = outer;
        running = task;
        scope = task.scope;
        depth++;
        try {
            task.run(this);
        } finally {
            depth--;
            running = outer;
            scope = outerScope;
            task.beneath = null;
        }
        TASKS.setOpaque(this, tasks + 1);
        pool.timeline.charge(Timeline.Charge.RUN, 1);
    }

    /** The next task of any scope, or null. */
    Task next() {
        Task task = deque.pop();
        return task != null ? task : pool.find(this);
    }

    /**
     * A task that may run on top of a wait for this scope: one within it. Anything else could wait
     * for something beneath it on the same stack. What is in the way in the own deque goes to the
     * common queue.
     */
    Task nextWithin(CountedFinish awaited) {
        if (!mayNest()) {
            return null;
        }
        Task newest = deque.newest();
        while (newest != null) {
            Task task = deque.pop();
            if (task != null && awaited.contains(task.scope)) {
                return task;
            }
            if (task != null) {
                pool.submit(task);
            }
            newest = deque.newest();
        }
        return pool.stealWithin(this, awaited);
    }

    /** Whether one more task may be run on top of this stack. */
    boolean mayNest() {
        return depth < (spare ? DEEPEST_OF_SPARE : DEEPEST);
    }

    /** Whether this stack runs the task, at the top or beneath. */
    boolean isRunning(Task task) {
        for (Task on = running; on != null; on = on.beneath) {
            if (on == task) {
                return true;
            }
        }
        return false;
    }

    /** A number from 0 to bound, for choosing victims. */
    int random(int bound) {
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        seed ^= seed << 5;
        return Integer.remainderUnsigned(seed, bound);
    }

    void countSteal() {
        STEALS.setOpaque(this, steals + 1);
        pool.timeline.charge(Timeline.Charge.STEAL, 1);
    }
}
