package org.anabranch.benchmarks;

import org.anabranch.api.Buffer;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Consumer;

/**
 * What it takes a program to enqueue: from several threads at once, and while another thread waits
 * for another stream. The actions are held by an event until all are enqueued, so that nothing else
 * takes the processors.
 */
final class Enqueuing {
    private static final int ACTIONS = 20_000;
    private static final Kernel NOTHING =
            Kernel.of("nothing", Parameter.inOut("x")).java((p, a) -> {});

    private final int workers;
    private final int rounds;

    Enqueuing(int workers, int effort) {
        this.workers = workers;
        this.rounds = 10 + 4 * effort;
    }

    List<String> rows() throws InterruptedException {
        try (Workers our = new Workers(workers)) {
            return List.of(scaling(our.platform()), besideWait(our.platform()));
        }
    }

    private String scaling(Platform platform) throws InterruptedException {
        int threads = 4;
        double alone = Double.MAX_VALUE;
        double together = Double.MAX_VALUE;
        for (int round = 0; round < rounds; round++) {
            alone = Math.min(alone, enqueued(platform, 1));
            together = Math.min(together, enqueued(platform, threads));
        }
        return String.format(
                Locale.ROOT,
                "| actions a second enqueued by %d threads on streams of their own, on %d"
                        + " processors | %.2f M | by one %.2f M | %.2f |",
                threads,
                Runtime.getRuntime().availableProcessors(),
                1e3 / together,
                1e3 / alone,
                alone / together);
    }

    /** Nanoseconds per action, all threads together, from the first begin to the last end. */
    private double enqueued(Platform platform, int threads) throws InterruptedException {
        CyclicBarrier together = new CyclicBarrier(threads);
        long[] begun = new long[threads];
        long[] ended = new long[threads];
        Thread[] all = new Thread[threads];
        for (int t = 0; t < threads; t++) {
            int number = t;
            all[t] =
                    Thread.ofPlatform()
                            .start(
                                    () ->
                                            held(
                                                    platform,
                                                    one -> {
                                                        meet(together);
                                                        begun[number] = System.nanoTime();
                                                        for (int i = 0; i < ACTIONS; i++) {
                                                            one.run();
                                                        }
                                                        ended[number] = System.nanoTime();
                                                        meet(together);
                                                    }));
        }
        for (Thread thread : all) {
            thread.join();
        }
        long first = Arrays.stream(begun).min().orElseThrow();
        long last = Arrays.stream(ended).max().orElseThrow();
        return (last - first) / (double) (threads * ACTIONS);
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }

    private String besideWait(Platform platform) throws InterruptedException {
        double without = Double.MAX_VALUE;
        double with = Double.MAX_VALUE;
        for (int round = 0; round < rounds; round++) {
            without = Math.min(without, percentile99(platform));
            CountDownLatch waits = new CountDownLatch(1);
            CountDownLatch over = new CountDownLatch(1);
            Thread waiter = Thread.ofPlatform().start(() -> await(platform, waits, over));
            waits.await();
            with = Math.min(with, percentile99(platform));
            over.countDown();
            waiter.join();
        }
        return String.format(
                Locale.ROOT,
                "| enqueuing while another thread waits for another stream, percentile 99 | %.1f ns"
                        + " | without %.1f ns | %.2f |",
                with,
                without,
                with / without);
    }

    /** Waits for a stream whose one action ends when the other latch opens. */
    private static void await(Platform platform, CountDownLatch waits, CountDownLatch over) {
        try (Stream stream = platform.host().stream()) {
            stream.run(until(over));
            waits.countDown();
            stream.await();
        }
    }

    /** What one in a hundred enqueuings takes longer than, in nanoseconds. */
    private static double percentile99(Platform platform) {
        long[] nanos = new long[ACTIONS];
        held(
                platform,
                enqueue -> {
                    for (int i = 0; i < ACTIONS; i++) {
                        long start = System.nanoTime();
                        enqueue.run();
                        nanos[i] = System.nanoTime() - start;
                    }
                });
        Arrays.sort(nanos);
        return nanos[ACTIONS * 99 / 100];
    }

    /** Gives somebody a way to enqueue actions that do not begin until that one returns. */
    private static void held(Platform platform, Consumer<Runnable> body) {
        CountDownLatch done = new CountDownLatch(1);
        try (Stream first = platform.host().stream();
                Buffer x = platform.buffer(ValueLayout.JAVA_LONG, 16);
                Stream stream = platform.host().stream()) {
            stream.waitFor(first.run(until(done)));
            try {
                body.accept(() -> stream.run(NOTHING, x.all().inOut()));
            } finally {
                done.countDown();
            }
        }
    }

    private static Kernel until(CountDownLatch latch) {
        return Kernel.of("until").java((p, a) -> latch.await());
    }
}
