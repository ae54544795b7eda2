package org.anabranch.benchmarks;

import org.anabranch.api.Finish;
import org.anabranch.api.Platform;
import org.anabranch.scheduler.BundlePlatform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * The time of a program's job beside a program with endless tasks on all workers, compared to its
 * time alone on half of the workers, for short and long jobs; the same job on threads beside
 * threads that spin, as the share that the operating system gives; and the time from the end of the
 * endless program, whose code does not stop, until as many tasks as there are workers run at a
 * time.
 */
final class Tenants {
    private static final int[] JOB_MILLIS = {20, 70, 200, 2000};
    private static final int ROUNDS = 9;
    private static final int SCOPES = 20;
    private static final int TASKS = 50;
    private static final long STEPS_OF_FIRST = 20_000;
    private static final long CALIBRATION_STEPS = 200_000_000;

    private final int workers;
    private final int half;

    Tenants(int workers) {
        this.workers = workers;
        this.half = Math.max(1, workers / 2);
    }

    List<String> rows() throws InterruptedException {
        List<String> rows = new ArrayList<>();
        long[] back = new long[JOB_MILLIS.length * ROUNDS];
        double nanosPerStep = nanosPerStep();
        int done = 0;
        for (int round = 0; round < ROUNDS; round++) { // until all of it is compiled
            long _ = alone(STEPS_OF_FIRST) + besideThreads(STEPS_OF_FIRST);
            beside(STEPS_OF_FIRST, 0, new long[1], new long[1], 0);
        }
        for (int millis : JOB_MILLIS) {
            long steps = (long) (millis * 1e6 * half / (SCOPES * TASKS * nanosPerStep));
            long[] alone = new long[ROUNDS];
            long[] beside = new long[ROUNDS];
            long[] plain = new long[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                alone[round] = alone(steps);
                plain[round] = besideThreads(steps);
                beside(steps, round, beside, back, done++);
            }
            rows.add(row(millis, alone, beside, plain));
        }
        rows.add(
                String.format(
                        Locale.ROOT,
                        "| all workers are back after the end of that program (in brackets the"
                                + " longest) | %.0f ms (%.0f) | | |",
                        median(back) / 1e6,
                        back[back.length - 1] / 1e6));
        return rows;
    }

    private static String row(int millis, long[] alone, long[] beside, long[] plain) {
        double base = median(alone);
        return String.format(
                Locale.ROOT,
                "| a job of %d ms beside endless tasks of another program (in brackets the longest;"
                        + " then threads beside threads) | %.0f ms (%.0f; %.0f) | alone on half of"
                        + " the workers %.0f ms | %.2f (%.2f; %.2f) |",
                millis,
                median(beside) / 1e6,
                beside[beside.length - 1] / 1e6,
                median(plain) / 1e6,
                base / 1e6,
                median(beside) / base,
                beside[beside.length - 1] / base,
                median(plain) / base);
    }

    /** Returns the median, and leaves the times sorted. */
    private static long median(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[nanos.length / 2];
    }

    private static Engine start(int count) {
        return Engine.start(EngineSettings.defaults().withWorkers(count));
    }

    private long alone(long steps) {
        try (Engine engine = start(half)) {
            return job(engine.platform("job"), steps);
        }
    }

    private void beside(long steps, int round, long[] beside, long[] back, int number)
            throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        try (Engine engine = start(workers)) {
            Platform job = engine.platform("job");
            BundlePlatform hog = engine.platform("hog");
            CountDownLatch begun = new CountDownLatch(workers);
            Finish endless = hog.finish();
            for (int i = 0; i < 4 * workers; i++) {
                endless.async(() -> spin(begun, over));
            }
            begun.await();
            beside[round] = job(job, steps);
            Thread.ofPlatform().start(hog::close);
            long start = System.nanoTime();
            all(job);
            back[number] = System.nanoTime() - start;
            over.set(true);
        }
    }

    /** Runs the job on threads of its own beside others that spin. */
    private long besideThreads(long steps) throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(workers);
        Thread[] spinning = new Thread[workers];
        for (int i = 0; i < workers; i++) {
            spinning[i] = Thread.ofPlatform().start(() -> spin(begun, over));
        }
        begun.await();
        long start = System.nanoTime();
        Thread[] threads = new Thread[half];
        for (int i = 0; i < half; i++) {
            threads[i] = Thread.ofPlatform().start(() -> part(steps));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        long nanos = System.nanoTime() - start;
        over.set(true);
        for (Thread thread : spinning) {
            thread.join();
        }
        return nanos;
    }

    private void part(long steps) {
        for (int i = 0; i < SCOPES * TASKS / half; i++) {
            MeasuredProgram.require("steps", 1, compute(steps));
        }
    }

    private static void spin(CountDownLatch begun, AtomicBoolean over) {
        begun.countDown();
        while (!over.get()) {
            Thread.onSpinWait();
        }
    }

    /** Runs as many tasks as workers, each of which ends once all have begun. */
    private void all(Platform job) {
        CountDownLatch together = new CountDownLatch(workers);
        try (Finish finish = job.finish()) {
            for (int i = 0; i < workers; i++) {
                finish.async(
                        () -> {
                            together.countDown();
                            while (together.getCount() > 0) {
                                Thread.onSpinWait();
                            }
                        });
            }
        }
    }

    private static long job(Platform platform, long steps) {
        long start = System.nanoTime();
        LongAdder sum = new LongAdder();
        for (int scope = 0; scope < SCOPES; scope++) {
            try (Finish finish = platform.finish()) {
                for (int i = 0; i < TASKS; i++) {
                    finish.async(() -> sum.add(compute(steps)));
                }
            }
        }
        MeasuredProgram.require("tasks", (long) SCOPES * TASKS, sum.sum());
        return System.nanoTime() - start;
    }

    private static double nanosPerStep() {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long start = System.nanoTime();
            MeasuredProgram.require("steps", 1, compute(CALIBRATION_STEPS));
            best = Math.min(best, (double) (System.nanoTime() - start) / CALIBRATION_STEPS);
        }
        return best;
    }

    /** Takes processor time, not time: it shows which share of a processor the job has. */
    private static long compute(long steps) {
        long x = 1;
        for (long i = 0; i < steps; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
        }
        return x == 0 ? 2 : 1;
    }
}
