package org.anabranch.reference;

import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * In-order lanes that also keep an operation behind those named in {@link Order#after}.
 *
 * <p>Each operation counts what it has to wait for: the last one on its lane, and its named
 * predecessors that have not ended. Whoever ends the last of these hands it to the thread of its
 * lane, so no thread ever waits for an operation. An operation whose named predecessor failed is
 * not started, and fails.
 */
final class OrderedLanes {

    /** What an operation does. */
    interface Work {
        void run() throws Exception;
    }

    private final String device;
    private final List<ExecutorService> threads;
    // all guarded by this
    private final Operation[] last;
    private final Map<Long, Operation> pending = new HashMap<>();
    private int outstanding;
    private boolean closed;

    OrderedLanes(String device, int lanes, int processors) {
        this.device = device;
        this.last = new Operation[lanes];
        this.threads =
                IntStream.range(0, Math.min(lanes, processors)).mapToObj(this::thread).toList();
    }

    private ExecutorService thread(int number) {
        String name = device + "-lane-" + number;
        return Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
    }

    void submit(Order order, Completion completion, Work work) {
        Operation operation = new Operation(order, completion, work);
        if (!enqueue(operation)) {
            completion.failed(new DeviceException(device + " is closed"));
        }
    }

    private synchronized boolean enqueue(Operation operation) {
        if (closed) {
            return false;
        }
        operation.follow(last[operation.order.lane()]);
        LongStream.of(operation.order.after())
                .forEach(ticket -> operation.follow(pending.get(ticket)));
        last[operation.order.lane()] = operation;
        pending.put(operation.order.ticket(), operation);
        outstanding++;
        if (operation.holds == 0) {
            start(operation);
        }
        return true;
    }

    private void start(Operation operation) {
        threads.get(operation.order.lane() % threads.size()).execute(operation);
    }

    private synchronized void end(Operation operation, Throwable failure) {
        pending.remove(operation.order.ticket(), operation);
        if (last[operation.order.lane()] == operation) {
            last[operation.order.lane()] = null;
        }
        for (Operation follower : operation.followers) {
            if (failure != null && follower.names(operation)) {
                follower.poison = failure;
            }
            if (--follower.holds == 0) {
                start(follower);
            }
        }
        outstanding--;
        notifyAll();
    }

    synchronized boolean closed() {
        return closed;
    }

    /** Waits until all has ended, and for the threads. */
    void close() {
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

    private final class Operation implements Runnable {
        final Order order;
        final Completion completion;
        final Work work;
        // all guarded by the lanes
        final List<Operation> followers = new ArrayList<>(2);
        int holds;
        Throwable poison;

        Operation(Order order, Completion completion, Work work) {
            this.order = order;
            this.completion = completion;
            this.work = work;
        }

        void follow(Operation other) {
            if (other != null) {
                other.followers.add(this);
                holds++;
            }
        }

        boolean names(Operation other) {
            return LongStream.of(order.after()).anyMatch(ticket -> ticket == other.order.ticket());
        }

        @Override
        public void run() {
            Throwable failure = attempt();
            try {
                if (failure == null) {
                    completion.done();
                } else {
                    completion.failed(failure);
                }
            } finally {
                end(this, failure);
            }
        }

        private Throwable attempt() {
            if (poison != null) {
                return new NotStartedException(
                        order + " was not started: what it comes after failed", poison);
            }
            try {
                work.run();
                return null;
            } catch (Throwable failure) {
                return failure;
            }
        }
    }
}
