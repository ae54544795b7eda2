package org.anabranch.reference;

import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.JavaLaunch;
import org.anabranch.spi.Launch;
import org.anabranch.spi.StealPort;
import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongFunction;

/**
 * A small scheduler on the device (after HC-K2H, section IV-B). An offered task becomes parts in a
 * deque. Workers take the newest part, halve it, put one half back and continue with the other; a
 * thief gets the oldest, which is the largest. The task has ended when the count of its parts,
 * wherever they run, is zero.
 */
final class SplittingPort implements StealPort, AutoCloseable {
    private static final int WELCOME_PER_WORKER = 2;

    private final String device;
    private final int workers;
    private final LongFunction<MemorySegment> memory;
    private final ExecutorService pool;
    // guarded by this
    private final Deque<Part> waiting = new ArrayDeque<>();
    private final Set<Task> tasks = new HashSet<>();
    private boolean closed;

    private static final class Task {
        final Completion completion;
        final long grain;
        // guarded by the port
        int parts;
        Throwable failure;

        Task(Completion completion, long grain) {
            this.completion = completion;
            this.grain = grain;
        }
    }

    private record Part(Task task, Launch launch) {}

    SplittingPort(String device, int workers, LongFunction<MemorySegment> memory) {
        this.device = device;
        this.workers = workers;
        this.memory = memory;
        this.pool =
                Executors.newFixedThreadPool(
                        workers,
                        Thread.ofPlatform().daemon().name(device + "-worker-", 0).factory());
    }

    @Override
    public synchronized int hungry() {
        return closed ? 0 : Math.max(0, WELCOME_PER_WORKER * workers - waiting.size());
    }

    @Override
    public synchronized boolean offer(Launch launch, Completion completion) {
        if (hungry() == 0) {
            return false;
        }
        Task task = new Task(completion, Math.max(1, launch.piece().size() / (4L * workers)));
        try {
            tasks.add(task);
            add(new Part(task, launch));
            return true;
        } catch (OutOfMemoryError full) {
            tasks.remove(task);
            throw full;
        }
    }

    @Override
    public synchronized Stolen steal() {
        Part part = closed ? null : waiting.peekFirst();
        if (part == null) {
            return null;
        }
        Stolen stolen = new Stolen(part.launch, new Return(part)); // while it is still in the deque
        waiting.removeFirst();
        return stolen;
    }

    /** Runs the waiting parts; a task of which a thief still has a part fails. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        pool.close();
        for (Task task : abandoned()) {
            task.completion.failed(
                    new DeviceException(device + " was closed before a stolen part ended"));
        }
    }

    private synchronized List<Task> abandoned() {
        List<Task> left = List.copyOf(tasks);
        tasks.clear();
        return left;
    }

    // with the monitor held; adds all parts or none
    private void add(Part part) {
        waiting.addLast(part);
        try {
            pool.execute(this::runOne);
            part.task.parts++;
        } catch (OutOfMemoryError full) {
            waiting.removeLast();
            throw full;
        }
    }

    /** Runs a part; throws nothing, since the pool would then need memory for another thread. */
    private void runOne() {
        try {
            runNewest();
        } catch (Throwable broken) {
            BackendLog.say(SplittingPort.class, Level.ERROR, "a worker goes on", broken);
        }
    }

    private void runNewest() {
        Part part = takeNewest();
        if (part == null) {
            return; // stolen
        }
        Throwable failure = null;
        try {
            JavaLaunch.run(part.launch, memory);
        } catch (Throwable cause) {
            failure = cause;
        }
        end(part, failure);
    }

    /**
     * Returns the newest part, halved until it is small or there is no memory; the other halves
     * stay.
     */
    private synchronized Part takeNewest() {
        Part part = waiting.pollLast();
        try {
            while (part != null && !closed && part.launch.piece().size() > part.task.grain) {
                List<Launch> halves = part.launch.halves();
                if (halves.size() == 1) {
                    return part;
                }
                Part first = new Part(part.task, halves.getFirst());
                add(new Part(part.task, halves.getLast()));
                part = first;
            }
        } catch (OutOfMemoryError full) {
            return part;
        }
        return part;
    }

    private void end(Part part, Throwable failure) {
        Task task = part.task;
        synchronized (this) {
            if (task.failure == null) {
                task.failure = failure;
            }
            if (--task.parts > 0 || !tasks.remove(task)) {
                return;
            }
        }
        if (task.failure == null) {
            task.completion.done();
        } else {
            task.completion.failed(task.failure);
        }
    }

    /** The completion that a thief calls. */
    private final class Return implements Completion {
        private final Part part;

        Return(Part part) {
            this.part = part;
        }

        @Override
        public void done() {
            end(part, null);
        }

        @Override
        public void failed(Throwable cause) {
            end(part, cause);
        }
    }
}
