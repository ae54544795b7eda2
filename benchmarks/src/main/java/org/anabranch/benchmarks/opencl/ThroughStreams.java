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
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Our side of the comparison with the raw OpenCL driver: the same work as {@code raw.c} through
 * streams, with tracking, coherence and everything. Prints "name value" lines like it.
 */
public final class ThroughStreams {
    private static final int EMPTY = 20_000;
    private static final int CHAIN = 1000;
    private static final int[] SIZES = {4096, 65536, 131072, 1 << 20, 16 << 20};

    private final Platform platform;
    private final Domain domain;
    private final Kernel nothing;
    private final Kernel advance;
    private final Kernel product;

    private ThroughStreams(Platform platform, Domain domain, String source) {
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
     * Runs.
     *
     * @param words the file with the kernels
     * @throws Exception if anything fails
     */
    public static void main(String[] words) throws Exception {
        try (Anabranch anabranch = Anabranch.start()) {
            ThroughStreams all =
                    new ThroughStreams(
                            anabranch.platform(), device(anabranch.platform()), read(words[0]));
            all.empty();
            all.chain();
            all.transfers();
            all.product(1024, 256);
        }
    }

    private static String read(String file) throws IOException {
        return Files.readString(Path.of(file));
    }

    /** Drivers are tried in a process of their own, so the first device may take a moment. */
    private static Domain device(Platform platform) throws InterruptedException {
        for (int waits = 0; waits < 300; waits++) {
            for (Domain domain : platform.domains()) {
                if (domain.kind().equals("opencl") && domain.state() == Domain.State.ACTIVE) {
                    return domain;
                }
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new IllegalStateException("no OpenCL domain within 30 s");
    }

    private static double micros(long start) {
        return (System.nanoTime() - start) / 1e3;
    }

    private static void say(String name, double value) {
        System.out.printf(Locale.ROOT, "%s %.3f%n", name, value);
    }

    private void empty() {
        double enqueue = Double.MAX_VALUE;
        double total = Double.MAX_VALUE;
        try (Stream stream = domain.stream()) {
            for (int round = 0; round < 25; round++) {
                long start = System.nanoTime();
                for (int i = 0; i < EMPTY; i++) {
                    stream.run(nothing, Loop.of(0, 1), Argument.of(0));
                }
                enqueue = Math.min(enqueue, micros(start) / EMPTY);
                stream.await();
                total = Math.min(total, micros(start) / EMPTY);
            }
        }
        say("enqueue-us", enqueue);
        say("empty-us", total);
    }

    private void chain() {
        double best = Double.MAX_VALUE;
        try (Stream stream = domain.stream();
                Buffer a = platform.buffer(JAVA_INT, 1)) {
            a.write().set(JAVA_INT, 0, 1);
            for (int round = 0; round < 1500; round++) {
                long start = System.nanoTime();
                for (int i = 0; i < CHAIN; i++) {
                    stream.run(advance, Loop.of(0, 1), a.all().inOut());
                }
                stream.await();
                best = Math.min(best, micros(start));
            }
        }
        say("chain-us", best);
    }

    private void transfers() {
        for (int size : SIZES) {
            double best = Double.MAX_VALUE;
            try (Stream stream = domain.stream();
                    Buffer a = platform.buffer(JAVA_INT, size / 4)) {
                for (int round = 0; round < 400; round++) {
                    a.write().set(JAVA_INT, 0, round);
                    long start = System.nanoTime();
                    Event event = stream.prefetch(a.all());
                    event.await();
                    best = Math.min(best, micros(start));
                }
            }
            say("write-" + size + "-us", best);
        }
    }

    private void product(int n, int tile) {
        double best = Double.MAX_VALUE;
        try (Stream stream = domain.stream();
                Buffer a = platform.buffer(JAVA_FLOAT, n, n);
                Buffer b = platform.buffer(JAVA_FLOAT, n, n);
                Buffer c = platform.buffer(JAVA_FLOAT, n, n)) {
            for (int round = 0; round < 60; round++) {
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
                best = Math.min(best, micros(start));
            }
        }
        say("product-gflops", 2.0 * n * n * n / best / 1e3);
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
