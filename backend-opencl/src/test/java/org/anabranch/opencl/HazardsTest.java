package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Random operations with hazards, of several threads on all devices, against a sequential model.
 * Each thread has buffers of its own on every device and names the predecessors of each operation;
 * the lanes are drawn at random and shared by all threads.
 */
final class HazardsTest {
    private static final int OPERATIONS =
            Boolean.getBoolean("anabranch.nightly") ? 1_000_000 : 16_000;
    private static final int THREADS = 4;
    private static final int BUFFERS = 12;
    private static final int ELEMENTS = 384;
    private static final long BYTES = 4L * ELEMENTS;
    private static final Kernel MINGLE =
            Rig.kernel(
                    "mingle",
                    """
                    __kernel void mingle(__global int *a, __global const int *b, int factor, int n) {
                        int i = get_global_id(0);
                        a[i] = a[i] * factor + b[(i + 1) % n];
                    }
                    """,
                    Parameter.inOut("a"),
                    Parameter.in("b"),
                    Parameter.scalar("factor"),
                    Parameter.scalar("n"));

    static List<Map<String, Object>> ways() {
        return List.of(
                Map.of("queues", "in-order"),
                Map.of("queues", "in-order", "direct.kib", 1),
                Map.of("queues", "out-of-order", "direct.kib", 0),
                Map.of("queues", "in-order", "compute.queues", 4, "in.flight", 64, "direct.kib", 0),
                Map.of(
                        "queues",
                        "in-order",
                        "staging",
                        "on",
                        "staging.block.kib",
                        4,
                        "staging.blocks",
                        6),
                Map.of("queues", "in-order", "staging", "on", "direct.kib", 0),
                Map.of("queues", "in-order", "compute.queues", 4, "launches.per.event", 16));
    }

    /** A buffer on a device, what it must contain, and who used it last. */
    private static final class Tracked {
        long memory;
        final int[] model = new int[ELEMENTS];
        long writer;
        final List<Long> readers = new ArrayList<>();

        void addHazards(boolean writes, List<Long> after) {
            if (writer > 0) {
                after.add(writer);
            }
            if (writes) {
                after.addAll(readers);
            }
        }

        void used(boolean writes, long ticket) {
            if (writes) {
                writer = ticket;
                readers.clear();
            } else {
                readers.add(ticket);
            }
        }
    }

    private record Check(Rig.Outcome outcome, MemorySegment seen, int[] expected) {}

    @ParameterizedTest
    @MethodSource("ways")
    void hst5_randomOperationsOfSeveralThreadsGiveTheBitsOfTheSequentialModel(
            Map<String, Object> way) throws Exception {
        List<Rig> rigs = Rig.openAll(way);
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Long> handles = new ArrayList<>();
            for (Rig rig : rigs) {
                handles.add(rig.device.load(MINGLE));
            }
            List<Future<Integer>> done = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                long seed = 20261121L + thread;
                Callable<Integer> one =
                        () -> new Walk(rigs, handles, seed).run(OPERATIONS / THREADS);
                done.add(threads.submit(one));
            }
            int checked = 0;
            for (Future<Integer> one : done) {
                checked += one.get();
            }
            assertEquals(OPERATIONS, checked);
        } finally {
            rigs.forEach(Rig::close);
        }
    }

    /** The work of one thread. */
    private static final class Walk {
        private final List<Rig> rigs;
        private final List<Long> handles;
        private final SplittableRandom random;
        private final Tracked[][] buffers;
        private final List<Check> checks = new ArrayList<>();
        private final MemorySegment[] sources = new MemorySegment[32];

        Walk(List<Rig> rigs, List<Long> handles, long seed) throws Exception {
            this.rigs = rigs;
            this.handles = handles;
            this.random = new SplittableRandom(seed);
            this.buffers = new Tracked[rigs.size()][BUFFERS];
            for (int device = 0; device < rigs.size(); device++) {
                for (int i = 0; i < BUFFERS; i++) {
                    buffers[device][i] = new Tracked();
                    buffers[device][i].memory = rigs.get(device).upload(buffers[device][i].model);
                }
            }
            for (int i = 0; i < sources.length; i++) {
                sources[i] =
                        rigs.getFirst()
                                .arena
                                .allocateFrom(JAVA_INT, random.ints(ELEMENTS).toArray());
            }
        }

        int run(int operations) {
            for (int i = 0; i < operations; i++) {
                int device = random.nextInt(rigs.size());
                Tracked one = buffers[device][random.nextInt(BUFFERS)];
                switch (random.nextInt(5)) {
                    case 0 -> write(rigs.get(device), one);
                    case 1 -> read(rigs.get(device), one);
                    default ->
                            mingle(
                                    rigs.get(device),
                                    handles.get(device),
                                    one,
                                    buffers[device][random.nextInt(BUFFERS)]);
                }
            }
            int failures = 0;
            for (Check check : checks) {
                check.outcome.awaitSuccess();
                if (check.expected != null) {
                    assertArrayEquals(check.expected, check.seen.toArray(JAVA_INT));
                }
            }
            for (int device = 0; device < rigs.size(); device++) {
                for (Tracked one : buffers[device]) {
                    assertArrayEquals(one.model, rigs.get(device).download(one.memory, ELEMENTS));
                }
            }
            return checks.size() - failures;
        }

        private Order order(Rig rig, List<Long> after) {
            return rig.order(
                    random.nextInt(rig.info.lanes()),
                    after.stream().mapToLong(Long::longValue).toArray());
        }

        private void write(Rig rig, Tracked target) {
            List<Long> after = new ArrayList<>();
            target.addHazards(true, after);
            Order order = order(rig, after);
            target.used(true, order.ticket());
            MemorySegment source = sources[random.nextInt(sources.length)];
            int from = random.nextInt(ELEMENTS);
            int count = 1 + random.nextInt(ELEMENTS - from);
            Region part = Region.of(4L * from, 4L * count);
            MemorySegment.copy(source, JAVA_INT, 4L * from, target.model, from, count);
            Rig.Outcome outcome = new Rig.Outcome();
            rig.device.write(order, source, part, new Slice(target.memory, part), outcome);
            checks.add(new Check(outcome, null, null));
        }

        private void read(Rig rig, Tracked source) {
            List<Long> after = new ArrayList<>();
            source.addHazards(false, after);
            Order order = order(rig, after);
            source.used(false, order.ticket());
            MemorySegment seen = rig.arena.allocate(BYTES, 8);
            Rig.Outcome outcome = new Rig.Outcome();
            checks.add(new Check(outcome, seen, source.model.clone()));
            rig.device.read(
                    order,
                    new Slice(source.memory, Region.of(0, BYTES)),
                    seen,
                    Region.of(0, BYTES),
                    outcome);
        }

        private void mingle(Rig rig, long handle, Tracked a, Tracked b) {
            if (a == b) {
                read(rig, a);
                return;
            }
            List<Long> after = new ArrayList<>();
            a.addHazards(true, after);
            b.addHazards(false, after);
            Order order = order(rig, after);
            a.used(true, order.ticket());
            b.used(false, order.ticket());
            int factor = random.nextInt();
            for (int i = 0; i < ELEMENTS; i++) {
                a.model[i] = a.model[i] * factor + b.model[(i + 1) % ELEMENTS];
            }
            Region all = Region.of(0, BYTES);
            Rig.Outcome outcome =
                    rig.run(
                            order,
                            handle,
                            MINGLE,
                            Piece.of(0, ELEMENTS, 1),
                            Rig.mapped(a.memory, all),
                            Rig.mapped(b.memory, all),
                            Rig.value(factor),
                            Rig.value(ELEMENTS));
            checks.add(new Check(outcome, null, null));
        }
    }
}
