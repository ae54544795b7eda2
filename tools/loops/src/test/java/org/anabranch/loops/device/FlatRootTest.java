package org.anabranch.loops.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;

/** Arrays and their flat copies, compared and copied in blocks by several threads. */
class FlatRootTest {
    private static Engine engine;
    private static HostBlocks many;

    @BeforeAll
    static void open() {
        engine = Engine.start(EngineSettings.defaults().withWorkers(3));
        many = new HostBlocks(engine.platform("blocks"), 16);
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private static void check(Object root, Object same) throws DeviceRefusal {
        FlatRoot flat = FlatRoot.of(root);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(flat.bytes);
            flat.copyTo(memory, many);
            assertTrue(flat.isIn(memory, many));
            assertTrue(flat.isIn(memory, new HostBlocks(null, 1)), "in one block");
            long block = HostBlocks.BLOCK;
            for (long at : new long[] {0, block - 1, block, 2 * block + 3, flat.bytes - 1}) {
                byte before = memory.get(ValueLayout.JAVA_BYTE, at);
                memory.set(ValueLayout.JAVA_BYTE, at, (byte) (before ^ 1));
                assertFalse(flat.isIn(memory, many), "a change at " + at);
                memory.set(ValueLayout.JAVA_BYTE, at, before);
            }
            FlatRoot.of(same).copyFrom(memory, many);
            assertTrue(FlatRoot.of(same).isIn(memory, many));
        }
    }

    @Test
    @DisplayName("JA-15: any change of a large array is seen, wherever it is, and all is copied")
    void ja15Blocks() throws DeviceRefusal {
        int[] numbers = new int[1_300_007];
        Arrays.setAll(numbers, e -> e * 31);
        int[] same = new int[numbers.length];
        check(numbers, same);
        assertArrayEquals(numbers, same);
        double[][] rows = new double[7][100_003];
        for (double[] row : rows) {
            Arrays.setAll(row, e -> e / 3d + row.length);
        }
        double[][] sameRows = new double[7][100_003];
        check(rows, sameRows);
        assertTrue(Arrays.deepEquals(rows, sameRows));
        boolean[] truths = new boolean[6_000_001];
        for (int e = 0; e < truths.length; e += 3) {
            truths[e] = true;
        }
        boolean[] sameTruths = new boolean[truths.length];
        check(truths, sameTruths);
        assertArrayEquals(truths, sameTruths);
    }

    @Test
    void failuresOfBlocksAreThrown() throws DeviceRefusal {
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(5 * HostBlocks.BLOCK);
        FlatRoot flat = FlatRoot.of(memory);
        arena.close();
        MemorySegment other = MemorySegment.ofArray(new byte[(int) flat.bytes]);
        assertThrows(IllegalStateException.class, () -> flat.copyTo(other, many));
        assertThrows(IllegalStateException.class, () -> flat.isIn(other, many));
    }

    @Test
    void emptyArraysAreEqual() throws DeviceRefusal {
        for (Object root : List.of(new int[0], new float[3][0])) {
            assertEquals(0, FlatRoot.of(root).bytes, Array.getLength(root) + " rows");
            assertTrue(FlatRoot.of(root).isIn(MemorySegment.NULL, many));
        }
    }
}
