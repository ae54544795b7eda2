package org.anabranch.scheduler.pool;

import org.anabranch.scheduler.log.WritingThread;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for spares. They are platform threads, which wait a moment for the next spare before they
 * end: a worker that blocks for a short while costs a hand-over and no new thread. Where so many
 * block that a thread for each would cost too much, the rest are virtual threads, of which each
 * that is blocked costs a continuation only.
 *
 * <p>Platform threads come first for another reason: a virtual thread that waits for a monitor is
 * let go on by a thread of the virtual machine, which a full heap can end for good.
 */
final class SpareThreads {
    private final ThreadPoolExecutor platform =
            new ThreadPoolExecutor(
                    0,
                    PoolTuning.MOST_SPARE_THREADS,
                    PoolTuning.SPARE_KEPT_NANOS,
                    TimeUnit.NANOSECONDS,
                    new SynchronousQueue<>(),
                    SpareThreads::thread);

    private static Thread thread(Runnable body) {
        return new WorkerThread("anabranch-spare", body, WritingThread.UNNUMBERED);
    }

    /** Starts it at once; whatever this throws, it is not started. */
    void start(Runnable spare) {
        try {
            platform.execute(spare);
        } catch (RejectedExecutionException many) {
            Thread.ofVirtual()
                    .name("anabranch-spare")
                    .inheritInheritableThreadLocals(false)
                    .start(spare);
        }
    }
}
