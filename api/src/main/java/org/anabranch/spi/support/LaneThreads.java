package org.anabranch.spi.support;

import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * An implementation of {@link OrderedLanes} by threads of this process, for a device without queues
 * of its own. Each operation runs on the thread of its lane and completes once (rules 2.1, 2.2, 2.4
 * and 2.6 to 2.8). Thread-safe.
 */
public final class LaneThreads implements AutoCloseable {

    /** The body of an operation. */
    public interface Work {
        /**
         * Runs the operation, which has taken effect when this returns.
         *
         * @throws Exception as the failure of the operation
         */
        void run() throws Exception;
    }

    private final String device;
    private final List<Lane> threads;
    private final OrderedLanes lanes = new OrderedLanes();
    private int outstanding; // guarded by this, as is closed
    private boolean closed;

    /**
     * Creates lanes. Threads are started when they are needed.
     *
     * @param device name for threads and errors
     * @param lanes as in {@link org.anabranch.spi.DeviceInfo#lanes}
     * @param threads the largest number of threads; lanes share them if there are fewer
     */
    public LaneThreads(String device, int lanes, int threads) {
        this.device = device;
        this.threads =
                IntStream.range(0, Math.min(lanes, threads))
                        .mapToObj(number -> new Lane(device + "-lane-" + number))
                        .toList();
    }

    /**
     * Submits an operation, which runs when its predecessors have ended. After {@link #close} it
     * fails (rule 4.2).
     *
     * @param order lane and predecessors
     * @param completion called once, at the end
     * @param work the body
     * @throws OutOfMemoryError if there is no memory to submit it: the completion is not called
     *     then
     */
    public void submit(Order order, Completion completion, Work work) {
        Task task = new Task(order, completion, work);
        if (!accept()) {
            completion.failed(new DeviceException(device + " is closed"));
            return;
        }
        try {
            task.thread.start();
            lanes.add(task);
        } catch (OutOfMemoryError full) {
            settled();
            throw full;
        }
    }

    private synchronized boolean accept() {
        if (!closed) {
            outstanding++;
        }
        return !closed;
    }

    private synchronized void settled() {
        outstanding--;
        notifyAll();
    }

    /** {@return true if {@link #close} has begun} */
    public synchronized boolean isClosed() {
        return closed;
    }

    /** Accepts no more operations; returns when all have ended and the threads have terminated. */
    @Override
    public void close() {
        boolean interrupted = false;
        synchronized (this) {
            closed = true;
            while (outstanding > 0) {
                try {
                    wait();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        }
        threads.forEach(Lane::end);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void tell(Completion completion, Throwable failure) {
        try {
            if (failure == null) {
                completion.done();
            } else {
                completion.failed(failure);
            }
        } catch (Throwable broken) {
            BackendLog.say(
                    LaneThreads.class,
                    Level.ERROR,
                    "a completion threw, against its contract",
                    broken);
        }
    }

    /**
     * A thread that runs tasks in order. An executor would not do: without memory it may lose a
     * task or run it twice, whereas submitting a task here allocates nothing.
     */
    private static final class Lane implements Runnable {
        private final Thread thread;
        // all guarded by this
        private Task oldest;
        private Task newest;
        private boolean started;
        private boolean over;

        Lane(String name) {
            thread = Thread.ofPlatform().daemon().name(name).unstarted(this);
        }

        /**
         * Starts the thread before the first task. Throws if there is no memory, and may be called
         * again.
         */
        synchronized void start() {
            if (!started) {
                thread.start();
                started = true;
            }
        }

        synchronized void put(Task task) {
            if (oldest == null) {
                oldest = task;
            } else {
                newest.next = task;
            }
            newest = task;
            LockSupport.unpark(thread);
        }

        /**
         * Returns the next task, or null at the end. Clears an interrupt, which was meant for the
         * previous task.
         */
        private Task take() {
            while (true) {
                boolean unused = Thread.interrupted();
                synchronized (this) {
                    Task task = oldest;
                    if (task != null) {
                        oldest = task.next;
                        newest = oldest == null ? null : newest; // no reference to it is kept
                        return task;
                    }
                    if (over) {
                        return null;
                    }
                }
                LockSupport.park(this);
            }
        }

        @Override
        public void run() {
            for (Task task = take(); task != null; task = take()) {
                try {
                    task.run();
                } catch (Throwable broken) {
                    BackendLog.say(
                            LaneThreads.class,
                            Level.ERROR,
                            "a lane goes on after an error",
                            broken);
                }
            }
        }

        /** Runs no more tasks; returns when the thread has terminated. */
        void end() {
            synchronized (this) {
                over = true;
                if (!started) {
                    return;
                }
            }
            LockSupport.unpark(thread);
            boolean interrupted = false;
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private final class Task extends OrderedLanes.Operation {
        private final Completion completion;
        private final Work work;
        private final Lane thread;

        /** The next task of the thread; guarded by it. */
        private Task next;

        Task(Order order, Completion completion, Work work) {
            super(order);
            this.completion = completion;
            this.work = work;
            this.thread = threads.get(order.lane() % threads.size());
        }

        @Override
        protected void begin(boolean mayEndHere) {
            thread.put(this);
        }

        @Override
        protected void notStarted(NotStartedException why) {
            tell(completion, why);
            settled();
        }

        void run() {
            Throwable failure = attempt();
            tell(completion, failure);
            try {
                lanes.end(this, failure);
            } finally {
                settled();
            }
        }

        private Throwable attempt() {
            try {
                work.run();
                return null;
            } catch (Throwable failure) {
                return failure;
            }
        }
    }
}
