package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.spi.Slice;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Copies and kernels, one at a time, bit for bit. */
final class OperationsTest {
    private static final String ADD_INDEX =
            """
            __kernel void addIndex(__global int *a, long offset, long pitch, int factor) {
                size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
                a[offset + y * pitch + x] += factor * (int) (10000 * z + 100 * y + x + 1);
            }
            """;
    private static final Kernel KERNEL =
            Rig.kernel("addIndex", ADD_INDEX, Parameter.inOut("a"), Parameter.scalar("factor"));

    private Rig rig;

    private Rig open(Map<String, Object> more) throws Exception {
        rig = Rig.open(more);
        return rig;
    }

    @AfterEach
    void close() {
        if (rig != null) {
            rig.close();
        }
    }

    static List<Map<String, Object>> ways() {
        return List.of(
                Map.of(),
                Map.of("direct.kib", 0),
                Map.of("queues", "out-of-order", "direct.kib", 0),
                Map.of("staging", "on", "staging.block.kib", 4),
                Map.of("staging", "on", "staging.block.kib", 4, "direct.kib", 0),
                Map.of("pooling", false));
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 1024, 4096})
    void issue_51_aLargeWriteReachesTheDriverInParts(int blockKib) throws Exception {
        Map<String, Object> way =
                Map.of("staging", "on", "staging.block.kib", blockKib, "staging.blocks", 2048);
        try (Rig rig = Rig.open(way)) {
            int[] values = IntStream.range(0, 1_600_001).map(i -> i * 31 + 7).toArray();
            long memory = rig.upload(values);
            assertArrayEquals(values, rig.download(memory, values.length));
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void copiesAnInterval(Map<String, Object> way) throws Exception {
        open(way);
        int[] values = IntStream.range(0, 10_000).toArray();
        assertArrayEquals(values, rig.download(rig.upload(values), values.length));
    }

    static List<Region[]> boxes() {
        Region packed = Region.of(40, 3 * 4 * 2 * 4);
        Region rows = new Region(8, 12, 8, 1, 20, 0);
        Region box = new Region(16, 12, 4, 2, 20, 100);
        Region irregular = new Region(16, 12, 4, 2, 20, 76);
        Region loose = new Region(4, 12, 4, 2, 24, 24 * 5);
        return List.of(
                new Region[] {packed, box},
                new Region[] {box, packed},
                new Region[] {box, loose},
                new Region[] {irregular, loose},
                new Region[] {loose, irregular},
                new Region[] {irregular, packed},
                new Region[] {rows, Region.of(0, 96)},
                new Region[] {Region.of(5, 96), rows});
    }

    @ParameterizedTest
    @MethodSource("boxes")
    void rule29_copiesExactlyTheBytesOfBoxesWithAnyPitch(Region from, Region to) throws Exception {
        for (Map<String, Object> way : ways()) {
            open(way);
            copyThereAndBack(from, to);
            rig.close();
        }
        rig = null;
    }

    private void copyThereAndBack(Region from, Region to) throws Exception {
        int size = 256;
        byte[] model = new byte[size];
        MemorySegment source = rig.arena.allocate(size);
        MemorySegment background = rig.arena.allocate(size).fill((byte) 0x55);
        for (int i = 0; i < size; i++) {
            source.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7 + 1));
            model[i] = 0x55;
        }
        long memory = rig.allocate(size);
        rig.write(background, Region.of(0, size), new Slice(memory, Region.of(0, size)))
                .awaitSuccess();
        rig.write(source, from, new Slice(memory, to)).awaitSuccess();
        long[] sources = addresses(from);
        long[] targets = addresses(to);
        for (int i = 0; i < sources.length; i++) {
            model[(int) targets[i]] = source.get(ValueLayout.JAVA_BYTE, sources[i]);
        }
        MemorySegment all = rig.arena.allocate(size);
        rig.read(new Slice(memory, Region.of(0, size)), all, Region.of(0, size)).awaitSuccess();
        assertArrayEquals(model, all.toArray(ValueLayout.JAVA_BYTE), from + " to " + to);
        MemorySegment back = rig.arena.allocate(size).fill((byte) 0x33);
        rig.read(new Slice(memory, to), back, from).awaitSuccess();
        byte[] expected = new byte[size];
        Arrays.fill(expected, (byte) 0x33);
        for (long one : sources) {
            expected[(int) one] = source.get(ValueLayout.JAVA_BYTE, one);
        }
        assertArrayEquals(expected, back.toArray(ValueLayout.JAVA_BYTE), to + " back to " + from);
    }

    private static long[] addresses(Region region) {
        long[] found = new long[(int) region.bytes()];
        int next = 0;
        for (long slice = 0; slice < region.depth(); slice++) {
            for (long row = 0; row < region.height(); row++) {
                for (long i = 0; i < region.width(); i++) {
                    found[next++] = region.rowOffset(row, slice) + i;
                }
            }
        }
        return found;
    }

    @Test
    void rule36_aKernelSeesAnOperandAtItsOffsetAndPitch() throws Exception {
        open(Map.of());
        long memory = rig.upload(new int[64]);
        long handle = rig.device.load(KERNEL);
        Region tile = Region.of(4 * (8 + 2), 4 * 3, 4, 4 * 8);
        rig.run(
                        handle,
                        KERNEL,
                        new Piece(2, 0, 4, 1, 0, 3, 1, 0, 1, 1),
                        Rig.operand(memory, tile),
                        Rig.value(2))
                .awaitSuccess();
        int[] expected = new int[64];
        for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 3; x++) {
                expected[8 + 2 + y * 8 + x] = 2 * (100 * y + x + 1);
            }
        }
        assertArrayEquals(expected, rig.download(memory, 64));
    }

    @Test
    void aRangeBeginsAtTheLatticePointOfItsLowIndexAndCountsLatticePoints() throws Exception {
        open(Map.of());
        long memory = rig.upload(new int[4096]);
        long handle = rig.device.load(KERNEL);
        rig.run(
                        handle,
                        KERNEL,
                        Piece.of(1000, 2999, 2),
                        Rig.operand(memory, Region.of(0, 4 * 4096)),
                        Rig.value(1))
                .awaitSuccess();
        int[] expected = new int[4096];
        for (int i = 500; i < 1500; i++) {
            expected[i] = i + 1;
        }
        assertArrayEquals(expected, rig.download(memory, 4096));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void everyIndexRunsOnceWhateverTheExtents(Map<String, Object> way) throws Exception {
        open(way);
        long handle = rig.device.load(KERNEL);
        for (int count : new int[] {1, 2, 7, 64, 255, 256, 257, 1000, 4099}) {
            long memory = rig.upload(new int[count]);
            rig.run(
                            handle,
                            KERNEL,
                            Piece.of(0, count, 1),
                            Rig.operand(memory, Region.of(0, 4L * count)),
                            Rig.value(1))
                    .awaitSuccess();
            assertArrayEquals(
                    IntStream.rangeClosed(1, count).toArray(),
                    rig.download(memory, count),
                    "count " + count);
            rig.device.release(memory);
        }
    }

    @Test
    void aFunctionWithFiveParametersPerMemoryLearnsRowsAndColumns() throws Exception {
        open(Map.of());
        Kernel kernel =
                Rig.kernel(
                        "extents",
                        """
                        __kernel void extents(
                                __global int *a, long offset, long pitch, long rows, long columns,
                                __global int *b, long start, long width, long height, long count) {
                            a[offset] = (int) (1000 * pitch + 100 * rows + columns);
                            b[start] = (int) (1000 * width + 100 * height + count);
                        }
                        """,
                        Parameter.inOut("a"),
                        Parameter.inOut("b"));
        long tile = rig.upload(new int[64]);
        long whole = rig.upload(new int[64]);
        rig.run(
                        rig.device.load(kernel),
                        kernel,
                        Piece.of(0, 1, 1),
                        Rig.operand(tile, Region.of(40, 12, 4, 32)),
                        Rig.mapped(whole, Region.of(0, 256)))
                .awaitSuccess();
        assertEquals(8 * 1000 + 4 * 100 + 3, rig.download(tile, 64)[10]);
        assertEquals(64 * 1000 + 100 + 64, rig.download(whole, 64)[0]);
    }

    @Test
    void threeDimensionsAreInnermostFirst() throws Exception {
        open(Map.of());
        Kernel kernel =
                Rig.kernel(
                        "cube",
                        """
                        __kernel void cube(__global int *a) {
                            size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
                            a[(z * 3 + y) * 5 + x] = 100 * z + 10 * y + x;
                        }
                        """,
                        Parameter.out("a"));
        long memory = rig.upload(new int[30]);
        long handle = rig.device.load(kernel);
        rig.run(
                        handle,
                        kernel,
                        new Piece(3, 0, 2, 1, 0, 3, 1, 0, 5, 1),
                        Rig.mapped(memory, Region.of(0, 120)))
                .awaitSuccess();
        assertArrayEquals(
                IntStream.range(0, 30)
                        .map(i -> 100 * (i / 15) + 10 * (i / 5 % 3) + i % 5)
                        .toArray(),
                rig.download(memory, 30));
    }

    @Test
    void scalarsOfAllFourTypesAndLocalMemoryArrive() throws Exception {
        open(Map.of());
        Kernel kernel =
                Rig.kernel(
                        "scramble",
                        """
                        __kernel __attribute__((reqd_work_group_size(8, 1, 1)))
                        void scramble(__global int *a, int i, long l, float f, double d) {
                            __local int tile[8];
                            int me = get_local_id(0);
                            tile[me] = get_global_id(0);
                            barrier(CLK_LOCAL_MEM_FENCE);
                            a[get_global_id(0)] = tile[7 - me] + i + (int) (l >> 40) + (int) (f * 2) + (int) (d * 4);
                        }
                        """,
                        Parameter.out("a"),
                        Parameter.scalar("i"),
                        Parameter.scalar("l"),
                        Parameter.scalar("f"),
                        Parameter.scalar("d"));
        long memory = rig.upload(new int[16]);
        long handle = rig.device.load(kernel);
        rig.run(
                        handle,
                        kernel,
                        Piece.of(0, 16, 1),
                        Rig.mapped(memory, Region.of(0, 64)),
                        Rig.value(-5),
                        Rig.value(3L << 40),
                        Rig.value(1.5f),
                        Rig.value(0.25))
                .awaitSuccess();
        assertArrayEquals(
                IntStream.range(0, 16).map(i -> i / 8 * 8 + 7 - i % 8 + -5 + 3 + 3 + 1).toArray(),
                rig.download(memory, 16));
    }

    @Test
    void aMappedBufferInsideAnAllocationBeginsAtItsFirstByte() throws Exception {
        open(Map.of());
        Kernel kernel =
                Rig.kernel(
                        "mark",
                        "__kernel void mark(__global int *a) { a[get_global_id(0)] = 7; }",
                        Parameter.out("a"));
        long memory = rig.upload(new int[128]);
        rig.run(
                        rig.device.load(kernel),
                        kernel,
                        Piece.of(1, 3, 1),
                        Rig.mapped(memory, Region.of(128, 256)))
                .awaitSuccess();
        int[] expected = new int[128];
        expected[33] = 7;
        expected[34] = 7;
        assertArrayEquals(expected, rig.download(memory, 128));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void emptyOperationsEndWell(Map<String, Object> way) throws Exception {
        open(way);
        long memory = rig.upload(1, 2, 3);
        rig.write(rig.arena.allocate(4), Region.of(0, 0), new Slice(memory, Region.of(4, 0)))
                .awaitSuccess();
        rig.run(
                        rig.device.load(KERNEL),
                        KERNEL,
                        Piece.of(5, 5, 1),
                        Rig.operand(memory, Region.of(0, 12)),
                        Rig.value(1))
                .awaitSuccess();
        assertArrayEquals(new int[] {1, 2, 3}, rig.download(memory, 3));
    }

    @Test
    void theDriversPropertiesAreToldAndTheDeviceSaysThatItOrders() throws Exception {
        open(Map.of());
        assertEquals(true, rig.info.ordersOperations());
        assertEquals("opencl:0", rig.info.id());
        assertEquals(rig.info.properties().get("driver").isEmpty(), false);
    }
}
