package org.anabranch.benchmarks;

import org.anabranch.api.Finish;
import org.anabranch.api.Loop;
import org.anabranch.api.Platform;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The latency of a small task from another thread while all workers are busy with a loop of eight
 * seconds. An index takes 100 µs, and the tasks are started 300 ms apart.
 */
record Fairness(int workers) {
    private static final int TASKS = 20;
    private static final long LOOP_NANOS = 8_000_000_000L;
    private static final long INDEX_NANOS = 100_000;
    private static final long PAUSE_NANOS = 300_000_000;

    List<String> rows() throws InterruptedException {
        List<String> rows = new ArrayList<>();
        long indices = LOOP_NANOS / INDEX_NANOS * workers;
        try (MeasuredWorkers our = new MeasuredWorkers(workers);
                MeasuredWorkers their = new MeasuredWorkers(workers);
                Finish open = our.platform().finish()) {
            Consumer<Runnable> start = open::async;
            Loop loop = Loop.of(0, indices);
            long[] recursive = begins(() -> run(our.platform(), loop), start);
            long[] chunked = begins(() -> run(our.platform(), loop.chunked()), start);
            long[] theirs =
                    begins(
                            () -> their.pool().invoke(new Halves(0, indices)),
                            their.pool()::execute);
            rows.add(row("", recursive, theirs));
            rows.add(row(", chunked", chunked, theirs));
        }
        return rows;
    }

    private static String row(String which, long[] ours, long[] theirs) {
        return String.format(
                Locale.ROOT,
                "| a small task beside a loop of 8 s%s begins after (median of %d, in brackets the"
                        + " longest) | %.2f ms (%.2f) | ForkJoinPool %.0f ms (%.0f) | %.5f |",
                which,
                TASKS,
                ours[TASKS / 2] / 1e6,
                ours[TASKS - 1] / 1e6,
                theirs[TASKS / 2] / 1e6,
                theirs[TASKS - 1] / 1e6,
                (double) ours[TASKS / 2] / theirs[TASKS / 2]);
    }

    /** Returns the nanoseconds from the start of each small task to its first line, ascending. */
    private static long[] begins(Runnable loop, Consumer<Runnable> start)
            throws InterruptedException {
        Thread busy = Thread.ofPlatform().start(loop);
        long[] nanos = new long[TASKS];
        CountDownLatch all = new CountDownLatch(TASKS);
        for (int i = 0; i < TASKS; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            int number = i;
            long started = System.nanoTime();
            start.accept(
                    () -> {
                        nanos[number] = System.nanoTime() - started;
                        all.countDown();
                    });
        }
        if (!busy.isAlive()) {
            throw new IllegalStateException("the loop ended before the last task was started");
        }
        all.await();
        busy.join();
        Arrays.sort(nanos);
        return nanos;
    }

    private static void run(Platform platform, Loop loop) {
        try (Finish finish = platform.finish()) {
            finish.forasync(loop, i -> spin());
        }
    }

    private static void spin() {
        long end = System.nanoTime() + INDEX_NANOS;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** The same loop for a ForkJoinPool. */
    private static final class Halves extends RecursiveAction {
        private static final long serialVersionUID = 1;
        private final long from;
        private final long to;

        Halves(long from, long to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from == 1) {
                spin();
                return;
            }
            long middle = (from + to) >>> 1;
            invokeAll(new Halves(from, middle), new Halves(middle, to));
        }
    }
}
