package org.anabranch.spi.support;

import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * {@link OrderedLanes} on threads of this process, for a device without queues of its own: each
 * operation runs on the thread of its lane and is told once (rules 2.1, 2.2, 2.4 and 2.6 to 2.8).
 * For any thread.
 */
public final class LaneThreads implements AutoCloseable {

    /** What an operation does. */
    public interface Work {
        /**
         * Takes effect before it returns.
         *
         * @throws Exception as the failure of the operation
         */
        void run() throws Exception;
    }

    private final String device;
    private final List<ExecutorService> threads;
    private final OrderedLanes lanes = new OrderedLanes();
    private int outstanding; // guarded by this, as is closed
    private boolean closed;

    /**
     * Starts no thread before it is needed.
     *
     * @param device names the threads and the errors
     * @param lanes as in {@link org.anabranch.spi.DeviceInfo#lanes}
     * @param threads at most; lanes share them if there are fewer
     */
    public LaneThreads(String device, int lanes, int threads) {
        this.device = device;
        this.threads = IntStream.range(0, Math.min(lanes, threads)).mapToObj(this::thread).toList();
    }

    private ExecutorService thread(int number) {
        String name = device + "-lane-" + number;
        return Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
    }

    /**
     * Runs an operation when it is its turn. After {@link #close} it fails (rule 4.2).
     *
     * @param order lane and predecessors
     * @param completion told of the end, once
     * @param work what to do
     * @throws OutOfMemoryError if there is no memory for that: then nothing is told
     */
    public void submit(Order order, Completion completion, Work work) {
        Task task = new Task(order, completion, work);
        if (!accept()) {
            completion.failed(new DeviceException(device + " is closed"));
            return;
        }
        try {
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

    /** {@return whether {@link #close} has begun} */
    public synchronized boolean isClosed() {
        return closed;
    }

    /** Takes no more operations; returns when all have ended and the threads are gone. */
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
        threads.forEach(ExecutorService::close);
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

    private final class Task extends OrderedLanes.Operation implements Runnable {
        private final Completion completion;
        private final Work work;

        Task(Order order, Completion completion, Work work) {
            super(order);
            this.completion = completion;
            this.work = work;
        }

        @Override
        protected void begin(boolean mayEndHere) {
            ExecutorService thread = threads.get(order().lane() % threads.size());
            while (true) {
                try {
                    thread.execute(this);
                    return;
                } catch (OutOfMemoryError full) {
                    LockSupport.parkNanos(1_000_000); // else the lane would stop for good
                }
            }
        }

        @Override
        protected void notStarted(NotStartedException why) {
            tell(completion, why);
            settled();
        }

        @Override
        public void run() {
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
