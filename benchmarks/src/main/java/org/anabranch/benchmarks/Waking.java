package org.anabranch.benchmarks;

import org.anabranch.api.Finish;
import org.anabranch.api.Promise;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The time from the completion of a promise for which many tasks wait in their bodies to the end of
 * their scope, and the longest delay of the program's virtual threads meanwhile, each of which
 * computes for some microseconds. The peer is as many virtual threads that wait for a future.
 */
record Waking(int workers) {
    private static final int[] WAITERS = {1_000, 10_000, 100_000};
    private static final int ROUNDS = 3;
    private static final long PAUSE_NANOS = 1_000_000;

    /** The time of one round, in nanoseconds. */
    private record Round(long wake, long delay) {}

    List<String> rows() throws InterruptedException {
        List<String> rows = new ArrayList<>();
        for (int waiters : WAITERS) {
            Round ours = null;
            Round theirs = null;
            for (int round = 0; round < ROUNDS; round++) { // the last one is compiled
                ours = ours(waiters);
                theirs = theirs(waiters);
            }
            rows.add(
                    String.format(
                            Locale.ROOT,
                            "| %d tasks that wait for one promise go on (in brackets the longest"
                                    + " delay of a virtual thread) | %.1f ms (%.1f) | virtual"
                                    + " threads %.1f ms (%.1f) | %.2f |",
                            waiters,
                            ours.wake / 1e6,
                            ours.delay / 1e6,
                            theirs.wake / 1e6,
                            theirs.delay / 1e6,
                            (double) ours.wake / theirs.wake));
        }
        return rows;
    }

    private Round ours(int waiters) throws InterruptedException {
        try (MeasuredWorkers own = new MeasuredWorkers(workers)) {
            Promise<Integer> promise = own.platform().promise();
            CountDownLatch began = new CountDownLatch(waiters);
            Finish finish = own.platform().finish();
            for (int i = 0; i < waiters; i++) {
                finish.async(
                        () -> {
                            began.countDown();
                            promise.get();
                        });
            }
            began.await();
            return measure(
                    () -> {
                        promise.complete(1);
                        finish.close();
                    });
        }
    }

    private static Round theirs(int waiters) throws InterruptedException {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        CountDownLatch began = new CountDownLatch(waiters);
        CountDownLatch ended = new CountDownLatch(waiters);
        for (int i = 0; i < waiters; i++) {
            Thread.ofVirtual()
                    .start(
                            () -> {
                                began.countDown();
                                future.join();
                                ended.countDown();
                            });
        }
        began.await();
        return measure(
                () -> {
                    future.complete(1);
                    try {
                        ended.await();
                    } catch (InterruptedException interrupted) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    private static Round measure(Runnable wake) throws InterruptedException {
        AtomicLong delay = new AtomicLong();
        CountDownLatch running = new CountDownLatch(1);
        Thread loop = Thread.ofVirtual().start(() -> beat(running, delay));
        running.await();
        long start = System.nanoTime();
        wake.run();
        long nanos = System.nanoTime() - start;
        loop.interrupt();
        loop.join();
        return new Round(nanos, delay.get());
    }

    /** Starts a short virtual thread each millisecond, until interrupted. */
    private static void beat(CountDownLatch running, AtomicLong delay) {
        while (!Thread.currentThread().isInterrupted()) {
            long start = System.nanoTime();
            AtomicLong sum = new AtomicLong();
            Thread one = Thread.ofVirtual().start(() -> compute(sum));
            try {
                one.join();
            } catch (InterruptedException over) {
                return;
            }
            delay.accumulateAndGet(System.nanoTime() - start, Math::max);
            running.countDown();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static void compute(AtomicLong sum) {
        for (int i = 0; i < 1000; i++) {
            sum.addAndGet(i);
        }
    }
}
