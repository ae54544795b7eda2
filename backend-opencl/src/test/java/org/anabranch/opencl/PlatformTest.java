package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Range;
import org.anabranch.api.SourceCode;
import org.anabranch.api.Stream;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Random programs of several threads through the whole platform - streams, tracking, coherence,
 * driver - on the host and on all OpenCL devices, against running their actions one after another.
 * Each thread has buffers and streams of its own; a buffer belongs to one stream at a time and is
 * handed on by a wait, as programs must.
 */
final class PlatformTest {
    private static final int ACTIONS = Boolean.getBoolean("anabranch.nightly") ? 100_000 : 2_000;
    private static final int THREADS = 4;
    private static final int ROWS = 12;
    private static final int COLUMNS = 20;
    private static final int BUFFERS = 6;
    private static final boolean PARTS = Boolean.getBoolean("anabranch.opencl.test.parts");

    private static final Kernel MINGLE =
            Kernel.of("mingle", Parameter.inOut("a"), Parameter.in("b"), Parameter.scalar("factor"))
                    .java(
                            (piece, arguments) -> {
                                var a = arguments.segment(0);
                                var b = arguments.segment(1);
                                int factor = (int) arguments.longAt(2);
                                for (long row = 0; row < piece.high0(); row++) {
                                    for (long column = 0; column < piece.high1(); column++) {
                                        long i = row * arguments.pitch(0) + column;
                                        long j = row * arguments.pitch(1) + column;
                                        int sum =
                                                a.getAtIndex(ValueLayout.JAVA_INT, i) * factor
                                                        + b.getAtIndex(ValueLayout.JAVA_INT, j);
                                        a.setAtIndex(ValueLayout.JAVA_INT, i, sum);
                                    }
                                }
                            })
                    .with(
                            code(
                                    "mingle",
                                    """
                                    __kernel void mingle(
                                            __global int *a, long a0, long as,
                                            __global const int *b, long b0, long bs, int factor) {
                                        long i = get_global_id(1), j = get_global_id(0);
                                        a[a0 + i * as + j] = a[a0 + i * as + j] * factor
                                                + b[b0 + i * bs + j];
                                    }
                                    """));

    private static final Kernel SOW =
            Kernel.of("sow", Parameter.out("a"), Parameter.scalar("seed"))
                    .java(
                            (piece, arguments) -> {
                                int seed = (int) arguments.longAt(1);
                                for (long row = 0; row < piece.high0(); row++) {
                                    for (long column = 0; column < piece.high1(); column++) {
                                        arguments
                                                .segment(0)
                                                .setAtIndex(
                                                        ValueLayout.JAVA_INT,
                                                        row * arguments.pitch(0) + column,
                                                        sown(seed, row, column));
                                    }
                                }
                            })
                    .with(
                            code(
                                    "sow",
                                    """
                                    __kernel void sow(__global int *a, long a0, long as, int seed) {
                                        int i = get_global_id(1), j = get_global_id(0);
                                        a[a0 + i * as + j] = seed * (i * 31 + j + 1);
                                    }
                                    """));

    private static SourceCode code(String function, String text) {
        return new SourceCode("opencl-c", text, function, "");
    }

    private static int sown(int seed, long row, long column) {
        return seed * (int) (row * 31 + column + 1);
    }

    static List<Map<String, Object>> ways() {
        return List.of(
                Map.of(),
                Map.of("direct.kib", 0, "in.flight", 64),
                Map.of("queues", "out-of-order", "direct.kib", 0),
                Map.of("staging", "on", "staging.block.kib", 4, "staging.blocks", 6),
                Map.of("staging", "on", "staging.block.kib", 4, "direct.kib", 0),
                Map.of("launches.per.event", 16, "compute.queues", 3));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void hst5_randomActionsOfSeveralThreadsThroughThePlatformGiveTheBitsOfTheSequentialModel(
            Map<String, Object> way) throws Exception {
        OpenClBackend backend = Rig.backend(way);
        int devices = Rig.devices(backend).size();
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(2));
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            engine.add(backend);
            Platform platform = engine.platform("random");
            List<Domain> domains = domains(platform, devices);
            List<Future<Integer>> done = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                long seed = 20261121L + thread;
                done.add(
                        threads.submit(
                                () -> new Program(platform, domains, seed).run(ACTIONS / THREADS)));
            }
            int checked = 0;
            for (Future<Integer> one : done) {
                checked += one.get();
            }
            assertEquals(ACTIONS, checked);
        }
    }

    /** The host and all devices, or their halves. */
    private static List<Domain> domains(Platform platform, int devices) throws Exception {
        for (int i = 0; i < 3000 && platform.domains().size() <= devices; i++) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertEquals(devices + 1, platform.domains().size());
        List<Domain> domains = new ArrayList<>();
        for (Domain domain : platform.domains()) {
            boolean divided = PARTS && domain.processors().count() > 1;
            domain.processors()
                    .split(divided ? 2 : 1)
                    .forEach(mask -> domains.add(divided ? domain.part(mask) : domain));
        }
        return domains;
    }

    /** A buffer, what it must contain, and the stream it belongs to. */
    private static final class Modelled {
        final Buffer buffer;
        final int[] model = new int[ROWS * COLUMNS];
        Stream owner;

        Modelled(Buffer buffer, Stream owner) {
            this.buffer = buffer;
            this.owner = owner;
        }

        void check() {
            owner.await();
            assertArrayEquals(model, buffer.read().toArray(ValueLayout.JAVA_INT));
        }
    }

    /** The work of one thread. */
    private static final class Program {
        private final SplittableRandom random;
        private final List<Stream> streams = new ArrayList<>();
        private final List<Modelled> buffers = new ArrayList<>();

        // the box that the present action uses
        private int rows;
        private int columns;

        Program(Platform platform, List<Domain> domains, long seed) {
            random = new SplittableRandom(seed);
            domains.forEach(domain -> streams.add(domain.stream()));
            for (int i = 0; i < BUFFERS; i++) {
                Buffer buffer = platform.buffer(ValueLayout.JAVA_INT, ROWS, COLUMNS);
                buffer.write().fill((byte) 0);
                buffers.add(new Modelled(buffer, streams.get(random.nextInt(streams.size()))));
            }
        }

        int run(int actions) {
            for (int i = 0; i < actions; i++) {
                act();
            }
            buffers.forEach(Modelled::check);
            streams.forEach(Stream::close);
            buffers.forEach(modelled -> modelled.buffer.close());
            return actions;
        }

        private void act() {
            Stream stream = streams.get(random.nextInt(streams.size()));
            Modelled a = buffers.get(random.nextInt(BUFFERS));
            handOn(a, stream);
            rows = 1 + random.nextInt(ROWS);
            columns = 1 + random.nextInt(COLUMNS);
            switch (random.nextInt(8)) {
                case 0 -> sow(stream, a);
                case 1 -> copy(stream, a, other(a, stream));
                case 2 -> move(stream, a);
                default -> mingle(stream, a, other(a, stream));
            }
            if (random.nextInt(500) == 0) {
                a.check();
            }
        }

        private Modelled other(Modelled than, Stream stream) {
            int next = (buffers.indexOf(than) + 1 + random.nextInt(BUFFERS - 1)) % BUFFERS;
            handOn(buffers.get(next), stream);
            return buffers.get(next);
        }

        private void handOn(Modelled modelled, Stream to) {
            if (modelled.owner != to) {
                to.waitFor(List.of(modelled.owner.mark()), modelled.buffer.all());
                modelled.owner = to;
            }
        }

        private int corner() {
            return random.nextInt(ROWS - rows + 1) * COLUMNS
                    + random.nextInt(COLUMNS - columns + 1);
        }

        private Range box(Modelled modelled, int corner) {
            return modelled.buffer.box(corner / COLUMNS, corner % COLUMNS, rows, columns);
        }

        private void sow(Stream stream, Modelled a) {
            int at = corner();
            int seed = random.nextInt();
            stream.run(SOW, box(a, at).out(), Argument.of(seed));
            for (int i = 0; i < rows * columns; i++) {
                a.model[at + i / columns * COLUMNS + i % columns] =
                        sown(seed, i / columns, i % columns);
            }
        }

        private void copy(Stream stream, Modelled to, Modelled from) {
            int source = corner();
            int target = corner();
            stream.copy(box(from, source), box(to, target));
            for (int row = 0; row < rows; row++) {
                System.arraycopy(
                        from.model,
                        source + row * COLUMNS,
                        to.model,
                        target + row * COLUMNS,
                        columns);
            }
        }

        private void move(Stream stream, Modelled a) {
            if (random.nextBoolean()) {
                stream.prefetch(box(a, corner()));
            } else {
                stream.fetch(box(a, corner()));
            }
        }

        private void mingle(Stream stream, Modelled a, Modelled b) {
            int at = corner();
            int with = corner();
            int factor = random.nextInt();
            stream.run(MINGLE, box(a, at).inOut(), box(b, with).in(), Argument.of(factor));
            for (int i = 0; i < rows * columns; i++) {
                int step = i / columns * COLUMNS + i % columns;
                a.model[at + step] = a.model[at + step] * factor + b.model[with + step];
            }
        }
    }
}
