package org.anabranch.scheduler.pool;

import org.anabranch.scheduler.log.WritingThread;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of compensation workers. They are platform threads, which wait a moment for the next
 * job before they end: a worker that blocks for a short while costs a hand-over and no new thread.
 * If so many block that a thread for each would cost too much, the rest are virtual threads; a
 * blocked one costs a continuation only. Those compute on carriers of their own, so that the
 * virtual threads of the program go on: see {@link Carriers}.
 *
 * <p>Platform threads come first for another reason: a virtual thread that waits for a monitor is
 * let go on by a thread of the virtual machine, which a full heap can end for good.
 */
final class CompensationThreads {
    private final DelayedActions alarms;
    private final Carriers carriers = new Carriers();

    /** Which of the virtual threads run. */
    final RunPermits turns;

    private final AtomicInteger living = new AtomicInteger();
    private final AtomicInteger onPlatform = new AtomicInteger();
    private volatile int workers;

    /** True if there are carriers for virtual threads, or will be soon. */
    private volatile boolean prepared;

    private final ThreadPoolExecutor platform =
            new ThreadPoolExecutor(
                    0,
                    PoolTuning.MOST_SPARE_THREADS,
                    PoolTuning.SPARE_KEPT_NANOS,
                    TimeUnit.NANOSECONDS,
                    new SynchronousQueue<>(),
                    CompensationThreads::thread);

    /** An executor, so that a thread dump lists these apart from the program's virtual threads. */
    private final ExecutorService virtual =
            Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual()
                            .name("anabranch-spare")
                            .inheritInheritableThreadLocals(false)
                            .factory());

    CompensationThreads(DelayedActions alarms) {
        this.alarms = alarms;
        this.turns = new RunPermits(alarms, carriers);
    }

    private static Thread thread(Runnable body) {
        return new WorkerThread("anabranch-spare", body, WritingThread.UNNUMBERED);
    }

    /** Sets how many workers the spares stand in for. */
    void standInFor(int count) {
        workers = count;
        turns.have(count);
        if (prepared) {
            changeCarriers();
        }
    }

    /** Starts it immediately; if this throws, it is not started. */
    void start(Runnable spare) {
        if (living.incrementAndGet() >= PoolTuning.MOST_SPARE_THREADS / 2 && !prepared) {
            prepared = true;
            changeCarriers();
        }
        boolean started = false;
        try {
            started = startOnPlatform(spare);
            if (!started) {
                startVirtual(spare);
                started = true;
            }
        } finally {
            if (!started) {
                ended();
            }
        }
    }

    private boolean startOnPlatform(Runnable spare) {
        if (onPlatform.incrementAndGet() <= PoolTuning.MOST_SPARE_THREADS) {
            try {
                platform.execute(
                        () -> {
                            try {
                                spare.run();
                            } finally {
                                onPlatform.decrementAndGet();
                                ended();
                            }
                        });
                return true;
            } catch (RejectedExecutionException many) {
                // a thread that has run its job is not idle yet
            } catch (OutOfMemoryError full) {
                if (!isLackOfThreads(full)) {
                    onPlatform.decrementAndGet();
                    throw full;
                }
            }
        }
        onPlatform.decrementAndGet();
        return false;
    }

    private static boolean isLackOfThreads(OutOfMemoryError full) {
        String message = full.getMessage();
        return message != null && message.contains("native thread");
    }

    private void startVirtual(Runnable spare) {
        virtual.execute(
                () -> {
                    try {
                        spare.run();
                    } finally {
                        ended();
                    }
                });
    }

    private void ended() {
        if (living.decrementAndGet() <= PoolTuning.MOST_SPARE_THREADS / 4 && prepared) {
            prepared = false;
            changeCarriers();
        }
    }

    /** Throws nothing; without memory for an alarm, the next change tries again. */
    private void changeCarriers() {
        boolean wanted = prepared;
        try {
            DelayedActions.Alarm _ = alarms.after(0, () -> carriers.have(prepared ? workers : 0));
        } catch (OutOfMemoryError full) {
            prepared = !wanted;
        }
    }

    /** The pool has ended. */
    void stop() {
        carriers.have(0);
    }
}
