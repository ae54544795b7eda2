package org.anabranch.benchmarks;

import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
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
import java.util.function.BiConsumer;

/**
 * The cost of enqueuing for a program: from several threads at once, and while another thread waits
 * for another stream. An event holds the actions back until all are enqueued, so that nothing else
 * uses the processors.
 */
record Enqueuing(int workers, int rounds) {
    private static final int ACTIONS = 20_000;

    /** The number of actions per thread: enough that waking the other threads does not matter. */
    private static final int EACH = 100_000;

    private static final Kernel NOTHING =
            Kernel.of("nothing", Parameter.inOut("x")).java((p, a) -> {});

    List<String> rows() throws InterruptedException {
        try (MeasuredWorkers our = new MeasuredWorkers(workers)) {
            return List.of(scaling(our.platform()), besideWait(our.platform(), rounds));
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

    /**
     * Returns the nanoseconds per action for all threads together, from the first begin to the last
     * end.
     */
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
                                                    (one, gate) -> {
                                                        meet(together::await);
                                                        begun[number] = System.nanoTime();
                                                        for (int i = 0; i < EACH; i++) {
                                                            one.run();
                                                        }
                                                        ended[number] = System.nanoTime();
                                                        meet(together::await);
                                                    }));
        }
        for (Thread thread : all) {
            thread.join();
        }
        long first = Arrays.stream(begun).min().orElseThrow();
        long last = Arrays.stream(ended).max().orElseThrow();
        return (last - first) / (double) (threads * EACH);
    }

    private interface Meeting {
        void come() throws Exception;
    }

    private static void meet(Meeting meeting) {
        try {
            meeting.come();
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static String besideWait(Platform platform, int rounds) {
        double[] without = {Double.MAX_VALUE};
        double[] with = {Double.MAX_VALUE};
        for (int round = 0; round < rounds; round++) {
            held(platform, (one, gate) -> without[0] = Math.min(without[0], percentile99(one)));
            held(
                    platform,
                    (one, gate) -> {
                        CountDownLatch waits = new CountDownLatch(1);
                        Thread.ofPlatform().start(() -> await(platform, gate, waits));
                        meet(waits::await);
                        with[0] = Math.min(with[0], percentile99(one));
                    });
        }
        return String.format(
                Locale.ROOT,
                "| enqueuing while another thread waits for another stream, percentile 99 | %.1f ns"
                        + " | without %.1f ns | %.2f |",
                with[0],
                without[0],
                with[0] / without[0]);
    }

    /** Waits for a stream that waits for an event. */
    private static void await(Platform platform, Event gate, CountDownLatch waits) {
        try (Stream stream = platform.host().stream()) {
            stream.waitFor(gate);
            waits.countDown();
            stream.await();
        }
    }

    /** Returns the 99th percentile of the time of an enqueue, in nanoseconds. */
    private static double percentile99(Runnable one) {
        long[] nanos = new long[ACTIONS];
        for (int i = 0; i < ACTIONS; i++) {
            long start = System.nanoTime();
            one.run();
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        return nanos[ACTIONS * 99 / 100];
    }

    /**
     * Runs a body that enqueues actions; passes it their gate, and opens that when the body
     * returns.
     */
    private static void held(Platform platform, BiConsumer<Runnable, Event> body) {
        CountDownLatch done = new CountDownLatch(1);
        Kernel hold = Kernel.of("hold").java((p, a) -> done.await());
        try (Stream first = platform.host().stream();
                Buffer x = platform.buffer(ValueLayout.JAVA_LONG, 16);
                Stream stream = platform.host().stream()) {
            Event gate = first.run(hold);
            stream.waitFor(gate);
            try {
                body.accept(() -> stream.run(NOTHING, x.all().inOut()), gate);
            } finally {
                done.countDown();
            }
        }
    }
}
