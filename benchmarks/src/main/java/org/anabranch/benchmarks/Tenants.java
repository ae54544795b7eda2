package org.anabranch.benchmarks;

import org.anabranch.api.Finish;
import org.anabranch.api.Platform;
import org.anabranch.scheduler.BundlePlatform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/**
 * The time of a program's job beside a program with endless tasks on all workers, compared to its
 * time alone on half of the workers; and the time from the end of the endless program, whose code
 * does not stop, until as many tasks as there are workers run at a time.
 */
final class Tenants {
    private static final int ROUNDS = 5;
    private static final int SCOPES = 20;
    private static final int TASKS = 50;
    private static final long STEPS = 20_000_000;

    private final int workers;
    private volatile boolean over;

    Tenants(int workers) {
        this.workers = workers;
    }

    List<String> rows() throws InterruptedException {
        long[] alone = new long[ROUNDS];
        long[] beside = new long[ROUNDS];
        long[] back = new long[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            alone[round] = alone();
            beside(round, beside, back);
        }
        double ratio = (double) median(beside) / median(alone);
        return List.of(
                String.format(
                        Locale.ROOT,
                        "| a job of %d scopes of %d tasks beside endless tasks of another program"
                                + " | %.0f ms | alone on half of the workers %.0f ms | %.2f |",
                        SCOPES,
                        TASKS,
                        median(beside) / 1e6,
                        median(alone) / 1e6,
                        ratio),
                String.format(
                        Locale.ROOT,
                        "| all workers are back after the end of that program (in brackets the"
                                + " longest) | %.0f ms (%.0f) | | |",
                        median(back) / 1e6,
                        back[ROUNDS - 1] / 1e6));
    }

    private static long median(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[nanos.length / 2];
    }

    private static Engine start(int count) {
        return Engine.start(EngineSettings.defaults().withWorkers(count));
    }

    private long alone() {
        try (Engine engine = start(Math.max(1, workers / 2))) {
            return job(engine.platform("job"));
        }
    }

    private void beside(int round, long[] beside, long[] back) throws InterruptedException {
        over = false;
        try (Engine engine = start(workers)) {
            Platform job = engine.platform("job");
            BundlePlatform hog = engine.platform("hog");
            CountDownLatch begun = new CountDownLatch(workers);
            Finish endless = hog.finish();
            for (int i = 0; i < 4 * workers; i++) {
                endless.async(() -> spin(begun));
            }
            begun.await();
            beside[round] = job(job);
            Thread.ofPlatform().start(hog::close);
            long start = System.nanoTime();
            all(job);
            back[round] = System.nanoTime() - start;
            over = true;
        }
    }

    private void spin(CountDownLatch begun) {
        begun.countDown();
        while (!over) {
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

    private static long job(Platform platform) {
        long start = System.nanoTime();
        LongAdder sum = new LongAdder();
        for (int scope = 0; scope < SCOPES; scope++) {
            try (Finish finish = platform.finish()) {
                for (int i = 0; i < TASKS; i++) {
                    finish.async(() -> sum.add(compute()));
                }
            }
        }
        MeasuredProgram.require("tasks", (long) SCOPES * TASKS, sum.sum());
        return System.nanoTime() - start;
    }

    /** Takes processor time, not time: it shows which share of a processor the job has. */
    private static long compute() {
        long x = 1;
        for (long i = 0; i < STEPS; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
        }
        return x == 0 ? 2 : 1;
    }
}
