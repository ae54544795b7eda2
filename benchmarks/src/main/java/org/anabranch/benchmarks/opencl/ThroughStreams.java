package org.anabranch.benchmarks.opencl;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.SourceCode;
import org.anabranch.api.Stream;
import org.anabranch.api.Tiles;
import org.anabranch.launch.Anabranch;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/**
 * The benchmark of streams for the comparison with the raw OpenCL driver: the same work as {@code
 * raw.c}, with dependence tracking and coherence. Prints "name median best" lines like it.
 */
public final class ThroughStreams {
    private static final int EMPTY = 20_000;
    private static final int CHAIN = 1000;
    private static final int[] SIZES = {4096, 65536, 131072, 1 << 20, 16 << 20};

    private final Platform platform;
    private final Domain domain;
    private final int divisor;
    private final Kernel nothing;
    private final Kernel advance;
    private final Kernel product;

    private ThroughStreams(Platform platform, Domain domain, String source, int divisor) {
        this.divisor = divisor;
        this.platform = platform;
        this.domain = domain;
        this.nothing =
                Kernel.of("nothing", Parameter.scalar("unused")).with(code(source, "nothing"));
        this.advance = Kernel.of("advance", Parameter.inOut("a")).with(code(source, "advance"));
        this.product =
                Kernel.of(
                                "product",
                                Parameter.in("a"),
                                Parameter.in("b"),
                                Parameter.inOut("c"),
                                Parameter.scalar("depth"))
                        .with(code(source, "product"));
    }

    private static SourceCode code(String source, String function) {
        return new SourceCode("opencl-c", source, function, "");
    }

    /**
     * Runs the benchmark.
     *
     * @param words the file with the kernels, and optionally the part to run, and by what its
     *     rounds are divided
     * @throws Exception if anything fails
     */
    public static void main(String[] words) throws Exception {
        try (Anabranch anabranch = Anabranch.start()) {
            ThroughStreams all =
                    new ThroughStreams(
                            anabranch.platform(),
                            anabranch.domains("opencl", Duration.ofSeconds(30)).getFirst(),
                            read(words[0]),
                            words.length > 2 ? Integer.parseInt(words[2]) : 1);
            String part = words.length > 1 ? words[1] : "all";
            boolean everything = part.equals("all");
            if (everything || part.equals("empty")) {
                all.empty();
            }
            if (everything || part.equals("chain")) {
                all.chain();
            }
            if (everything || part.equals("write")) {
                all.transfers();
            }
            if (everything || part.equals("product")) {
                all.product(1024, 256);
            }
        }
    }

    private static String read(String file) throws IOException {
        return Files.readString(Path.of(file));
    }

    private static double micros(long start) {
        return (System.nanoTime() - start) / 1e3;
    }

    /**
     * The times of the rounds that count; earlier rounds let the JIT compiler finish, which uses
     * memory and a core.
     */
    private final class Times {
        private static final long LEAST_WARM_UP_NANOS = 2_000_000_000;
        private final long start = System.nanoTime();
        private final double[] times;
        private int next;

        Times(int warmUp, int rounds) {
            times = new double[Math.max(3, rounds / divisor)];
            next = -Math.max(1, warmUp / divisor);
        }

        boolean wanted() {
            return next < times.length;
        }

        void add(double time) {
            if (next >= 0 && next < times.length) {
                times[next] = time;
            }
            if (next != -1 || System.nanoTime() - start > LEAST_WARM_UP_NANOS) {
                next++;
            }
        }

        void say(String name, DoubleUnaryOperator figure) {
            Arrays.sort(times);
            double median = figure.applyAsDouble(times[times.length / 2]);
            System.out.printf(
                    Locale.ROOT, "%s %.3f %.3f%n", name, median, figure.applyAsDouble(times[0]));
        }
    }

    private void empty() {
        Times enqueue = new Times(200, 100);
        Times total = new Times(200, 100);
        try (Stream stream = domain.stream()) {
            while (enqueue.wanted() || total.wanted()) {
                long start = System.nanoTime();
                for (int i = 0; i < EMPTY; i++) {
                    stream.run(nothing, Loop.of(0, 1), Argument.of(0));
                }
                enqueue.add(micros(start));
                stream.await();
                total.add(micros(start));
            }
        }
        enqueue.say("enqueue-us", time -> time / EMPTY);
        total.say("empty-us", time -> time / EMPTY);
    }

    private void chain() {
        Times times = new Times(4000, 1500);
        try (Stream stream = domain.stream();
                Buffer a = platform.buffer(JAVA_INT, 1)) {
            a.write().set(JAVA_INT, 0, 1);
            while (times.wanted()) {
                long start = System.nanoTime();
                for (int i = 0; i < CHAIN; i++) {
                    stream.run(advance, Loop.of(0, 1), a.all().inOut());
                }
                stream.await();
                times.add(micros(start));
            }
        }
        times.say("chain-us", time -> time);
    }

    private void transfers() {
        for (int size : SIZES) {
            Times times = new Times(100_000_000 / size > 20_000 ? 20_000 : 500, 400);
            try (Stream stream = domain.stream();
                    Buffer a = platform.buffer(JAVA_INT, size / 4)) {
                for (int round = 0; times.wanted(); round++) {
                    a.write().set(JAVA_INT, 0, round);
                    long start = System.nanoTime();
                    Event event = stream.prefetch(a.all());
                    event.await();
                    times.add(micros(start));
                }
            }
            times.say("write-" + size + "-us", time -> time);
        }
    }

    private void product(int n, int tile) {
        Times times = new Times(250, 100);
        try (Stream stream = domain.stream();
                Buffer a = platform.buffer(JAVA_FLOAT, n, n);
                Buffer b = platform.buffer(JAVA_FLOAT, n, n);
                Buffer c = platform.buffer(JAVA_FLOAT, n, n)) {
            while (times.wanted()) {
                for (Buffer one : new Buffer[] {a, b, c}) {
                    fill(one.write());
                }
                long start = System.nanoTime();
                multiply(
                        stream,
                        a.tiles(tile, tile),
                        b.tiles(tile, tile),
                        c.tiles(tile, tile),
                        tile);
                c.read();
                times.add(micros(start));
            }
        }
        times.say("product-gflops", time -> 2.0 * n * n * n / time / 1e3);
    }

    private static void fill(MemorySegment memory) {
        for (long i = 0; i < memory.byteSize() / 4; i++) {
            memory.setAtIndex(JAVA_FLOAT, i, (i % 7) * 0.25f);
        }
    }

    private void multiply(Stream stream, Tiles a, Tiles b, Tiles c, int tile) {
        Loop blocks = Loop.of(0, tile / 4).by(0, tile / 16);
        for (long i = 0; i < c.rows(); i++) {
            for (long j = 0; j < c.columns(); j++) {
                for (long k = 0; k < a.columns(); k++) {
                    stream.run(
                            product,
                            blocks,
                            a.tile(i, k).in(),
                            b.tile(k, j).in(),
                            c.tile(i, j).inOut(),
                            Argument.of(tile));
                }
            }
        }
    }
}
