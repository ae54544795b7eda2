package org.anabranch.benchmarks;

import com.sun.management.OperatingSystemMXBean;

import org.anabranch.api.Buffer;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The measurements other than time per task: start latency and idle cost of an idle platform,
 * copies, {@link Enqueuing}, the cost of an action by the number in flight, {@link Fairness},
 * {@link Waking}, and {@link Tenants}. One row each, the best of some rounds if a round is short.
 */
public final class Responsiveness {
    private static final Kernel NOTHING =
            Kernel.of("nothing", Parameter.inOut("x")).java((p, a) -> {});

    private final int workers;
    private final int effort;
    private final List<String> rows = new ArrayList<>();

    Responsiveness(int workers, int effort) {
        this.workers = workers;
        this.effort = effort;
    }

    /**
     * Prints a table.
     *
     * @param arguments number of workers, number of repetitions (1 for a first impression), and
     *     {@code responsiveness}, or {@code fairness} or {@code tenants} for that alone
     * @throws InterruptedException if the process is told to stop
     */
    public static void main(String[] arguments) throws InterruptedException {
        int workers = Integer.parseInt(arguments[0]);
        int effort = Integer.parseInt(arguments[1]);
        System.out.println(new Responsiveness(workers, effort).table(arguments[2]));
        System.exit(0);
    }

    String table(String which) throws InterruptedException {
        boolean all = which.equals("responsiveness");
        rows.add("| what | anabranch | beside | ratio |");
        rows.add("|---|---|---|---|");
        if (all) {
            wakeUps();
            idle();
            copies();
            rows.addAll(new Enqueuing(workers, 10 + 4 * effort).rows());
            growth();
        }
        if (all || which.equals("fairness")) {
            rows.addAll(new Fairness(workers).rows());
            rows.addAll(new Waking(workers).rows());
        }
        if (all || which.equals("tenants")) {
            rows.addAll(new Tenants(workers).rows());
        }
        return String.join("\n", rows);
    }

    private void row(String what, String unit, double ours, String peer, double theirs) {
        rows.add(
                String.format(
                        Locale.ROOT,
                        "| %s | %.1f %s | %s %.1f %s | %.2f |",
                        what,
                        ours,
                        unit,
                        peer,
                        theirs,
                        unit,
                        ours / theirs));
    }

    private void wakeUps() throws InterruptedException {
        try (MeasuredWorkers our = new MeasuredWorkers(workers);
                MeasuredWorkers their = new MeasuredWorkers(workers);
                Finish open = our.platform().finish()) {
            List<Consumer<Runnable>> ways =
                    List.of(
                            open::async,
                            task -> inScope(our.platform(), task),
                            their.pool()::execute);
            long[][] nanos = new long[ways.size()][200 * effort];
            for (int i = 0; i < 200 * effort; i++) {
                for (int turn = 0; turn < ways.size(); turn++) {
                    int way = (i + turn) % ways.size(); // the predecessor affects the result
                    nanos[way][i] = wakeUp(ways.get(way));
                }
            }
            wakeUp("", nanos[0], nanos[2]);
            wakeUp("a scope opened for it, ", nanos[1], nanos[2]);
        }
    }

    private static void inScope(Platform platform, Runnable task) {
        try (Finish finish = platform.finish()) {
            finish.async(task);
        }
    }

    private void wakeUp(String which, long[] ours, long[] theirs) {
        Arrays.sort(ours);
        Arrays.sort(theirs);
        for (int percent : new int[] {50, 99}) {
            int at = ours.length * percent / 100;
            row(
                    "wake-up after 2 ms at rest, " + which + "percentile " + percent,
                    "µs",
                    ours[at] / 1e3,
                    "ForkJoinPool",
                    theirs[at] / 1e3);
        }
    }

    private static long wakeUp(Consumer<Runnable> enqueue) throws InterruptedException {
        LockSupport.parkNanos(2_000_000);
        long[] begun = new long[1];
        CountDownLatch ended = new CountDownLatch(1);
        long start = System.nanoTime();
        enqueue.accept(
                () -> {
                    begun[0] = System.nanoTime();
                    ended.countDown();
                });
        ended.await();
        return begun[0] - start;
    }

    private void idle() throws InterruptedException {
        double without = idlePercent();
        try (MeasuredWorkers our = new MeasuredWorkers(workers)) {
            our.platform();
            our.run(() -> {});
            Thread.sleep(100);
            double with = idlePercent();
            rows.add(
                    String.format(
                            Locale.ROOT,
                            "| processor time of a started, idle platform, of one core | %.2f %% |"
                                    + " the same JVM without %.2f %% | |",
                            with,
                            without));
        }
    }

    private double idlePercent() throws InterruptedException {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long start = System.nanoTime();
        long before = system.getProcessCpuTime();
        Thread.sleep(1_000L * effort);
        return 100.0 * (system.getProcessCpuTime() - before) / (System.nanoTime() - start);
    }

    private void copies() {
        for (long bytes = 64; bytes <= 64 << 20; bytes *= 32) {
            copies(bytes, "", StreamOptions.DEFAULT);
            if (bytes <= 4096) {
                copies(bytes, ", undeferred", StreamOptions.DEFAULT.undeferred());
            }
        }
    }

    private void copies(long bytes, String which, StreamOptions options) {
        try (MeasuredWorkers our = new MeasuredWorkers(workers);
                Arena arena = Arena.ofConfined()) {
            Platform platform = our.platform();
            MemorySegment from = arena.allocate(bytes, 128).fill((byte) 1);
            MemorySegment to = arena.allocate(bytes, 128);
            try (Buffer x = platform.buffer(ValueLayout.JAVA_BYTE, bytes);
                    Buffer y = platform.buffer(ValueLayout.JAVA_BYTE, bytes);
                    Stream stream = platform.host().stream(options)) {
                x.write().copyFrom(from);
                int repeats = (int) Math.clamp((64L << 20) * effort / bytes, 4, 20_000);
                double[] best = {Double.MAX_VALUE, Double.MAX_VALUE};
                for (int round = 0; round < 8 + 4 * effort; round++) {
                    best[0] = Math.min(best[0], ours(stream, x, y, repeats));
                    best[1] = Math.min(best[1], plain(from, to, repeats));
                }
                MeasuredProgram.require(
                        "a byte", 1, y.read().get(ValueLayout.JAVA_BYTE, bytes - 1));
                row(
                        "copy of " + bytes + " bytes through a stream of the host" + which,
                        "ns",
                        best[0],
                        "MemorySegment.copy",
                        best[1]);
            }
        }
    }

    private static double ours(Stream stream, Buffer x, Buffer y, int repeats) {
        long start = System.nanoTime();
        for (int i = 0; i < repeats; i++) {
            stream.copy(x.all(), y.all());
        }
        stream.await();
        return (System.nanoTime() - start) / (double) repeats;
    }

    private static double plain(MemorySegment from, MemorySegment to, int repeats) {
        long start = System.nanoTime();
        for (int i = 0; i < repeats; i++) {
            MemorySegment.copy(from, 0, to, 0, from.byteSize());
        }
        return (System.nanoTime() - start) / (double) repeats;
    }

    private void growth() {
        double base = 0;
        for (int flight : new int[] {10, 1_000, 100_000, 1_000_000}) {
            double best = Double.MAX_VALUE;
            for (int round = 0; round < 3 + effort; round++) {
                best = Math.min(best, inFlight(flight));
            }
            if (flight == 1_000) {
                base = best;
            }
            rows.add(
                    String.format(
                            Locale.ROOT,
                            "| an action among %d in flight, on ranges of their own | %.1f ns | |%s"
                                    + " |",
                            flight,
                            best,
                            flight > 1_000
                                    ? String.format(Locale.ROOT, " %.2f of 1000", best / base)
                                    : " "));
        }
    }

    /** Returns the nanoseconds per action if so many are enqueued before any may run. */
    private double inFlight(int flight) {
        int repeats = Math.max(1, 100_000 / flight);
        try (MeasuredWorkers our = new MeasuredWorkers(workers);
                Buffer x = our.platform().buffer(ValueLayout.JAVA_LONG, (long) flight * 16);
                Stream stream = our.platform().host().stream()) {
            long spent = 0;
            for (int repeat = 0; repeat < repeats; repeat++) {
                long start = System.nanoTime();
                for (int i = 0; i < flight; i++) {
                    stream.run(NOTHING, x.elements(i * 16L, 16).inOut());
                }
                stream.await();
                spent += System.nanoTime() - start;
            }
            return spent / ((double) repeats * flight);
        }
    }
}
