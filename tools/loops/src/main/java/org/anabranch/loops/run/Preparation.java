package org.anabranch.loops.run;

import org.anabranch.api.Platform;
import org.anabranch.loops.cost.LoopSite;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The preparation of first proofs, on a thread that ends when it is idle. Meanwhile the calls run
 * in order. No object of a call is kept, nor anything that was read of its data. Thread-safe.
 */
final class Preparation {
    private static final int CELLS = 64;

    private final AtomicBoolean isWarm = new AtomicBoolean();
    private final ThreadPoolExecutor thread =
            new ThreadPoolExecutor(
                    1,
                    1,
                    1,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    Thread.ofPlatform().daemon().name("anabranch-proofs").factory());

    Preparation() {
        thread.allowCoreThreadTimeOut(true);
    }

    /** Returns true if the first proof of a loop is prepared; if not, lets it be. */
    boolean isReady(Call call) {
        LoopSite site = call.site();
        if (site.takePreparation() && (Initializing.isAny() || !begin(() -> prepare(call)))) {
            site.prepared(); // the thread would wait for the class, or there is none
        }
        return site.isPrepared();
    }

    private static void prepare(Call call) {
        try {
            Analysis.prepare(call.body(), call.low(), call.high());
        } finally {
            call.site().prepared();
        }
    }

    /** Loads and warms up the code of proofs, once. */
    void warmUp(Platform platform) {
        if (isWarm.compareAndSet(false, true)) {
            begin(() -> run(LiftedLoops.of(platform, true)));
        }
    }

    private static void run(LiftedLoops loops) {
        int[] cells = new int[CELLS];
        loops.parallelInts(0, CELLS, i -> cells[i] = i);
    }

    /** Lets the thread do a task, of which all failures are those of the proof itself, later. */
    private boolean begin(Runnable task) {
        try {
            thread.execute(
                    () -> {
                        try {
                            task.run();
                        } catch (RuntimeException | Error failure) {
                            return;
                        }
                    });
            return true;
        } catch (OutOfMemoryError | StackOverflowError none) {
            return false;
        }
    }
}
