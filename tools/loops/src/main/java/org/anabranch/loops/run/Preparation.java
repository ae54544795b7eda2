package org.anabranch.loops.run;

import org.anabranch.loops.cost.LoopSite;

import java.io.Serializable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The preparation of first proofs, on a thread that ends when it is idle. Meanwhile the calls run
 * in order. No object of a call is kept, nor anything that was read of its data. Thread-safe.
 */
final class Preparation {
    /**
     * The time from the first loop that is worth a proof to the first preparation: its code is cold
     * and would take processors and compilers from a program that ends soon.
     */
    private static final long WARMTH_NANOS = 50_000_000;

    private final AtomicLong begun = new AtomicLong();
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

    /** Returns true if the first proof of a loop is prepared; if not, begins to prepare it. */
    boolean isReady(LoopSite site, Serializable body, long low, long high) {
        long now = System.nanoTime();
        if (begun.compareAndSet(0, now) || now - begun.get() < WARMTH_NANOS) {
            return false;
        }
        if (site.takePreparation() && (Initializing.isAny() || !begin(site, body, low, high))) {
            site.prepared(); // the thread would wait for the class, or there is none
        }
        return site.isPrepared();
    }

    private boolean begin(LoopSite site, Serializable body, long low, long high) {
        try {
            thread.execute(() -> prepare(site, body, low, high));
            return true;
        } catch (OutOfMemoryError | StackOverflowError none) {
            return false;
        }
    }

    /** Prepares a proof; all failures are those of the proof itself, later. */
    private static void prepare(LoopSite site, Serializable body, long low, long high) {
        try {
            Analysis.prepare(body, low, high);
        } catch (RuntimeException | Error failure) {
            return;
        } finally {
            site.prepared();
        }
    }
}
