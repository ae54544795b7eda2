package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.anabranch.api.ProcessorMask;
import org.anabranch.api.RangeException;
import org.junit.jupiter.api.Test;

import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Masks against sets of numbers. */
class ProcessorMaskTest {
    private static final int WIDTH = 300;

    private final SplittableRandom random = new SplittableRandom(11);

    private ProcessorMask any() {
        int density = 1 + random.nextInt(4);
        return those(one -> random.nextInt(4) < density - 1);
    }

    private static ProcessorMask those(IntPredicate chosen) {
        return ProcessorMask.of(IntStream.range(0, WIDTH).filter(chosen).toArray());
    }

    @Test
    void HST_11_masks_are_combined_as_sets_are() {
        for (int round = 0; round < 500; round++) {
            ProcessorMask a = any();
            ProcessorMask b = any();
            ProcessorMask before = a.or(ProcessorMask.of());
            assertEquals(those(one -> a.contains(one) && b.contains(one)), a.and(b));
            assertEquals(those(one -> a.contains(one) || b.contains(one)), a.or(b));
            assertEquals(those(one -> a.contains(one) != b.contains(one)), a.xor(b));
            assertEquals(those(one -> a.contains(one) && !b.contains(one)), a.minus(b));
            assertEquals(a.count() == 0, a.isEmpty());
            assertEquals(a.overlaps(b), !a.and(b).isEmpty());
            assertEquals(before, a, "it was changed");
        }
    }

    @Test
    void HST_11_a_mask_is_moved_as_a_whole_or_not_at_all() {
        assertEquals(ProcessorMask.of(3, 67, 203), ProcessorMask.of(0, 64, 200).shifted(3));
        assertEquals(ProcessorMask.of(0, 64), ProcessorMask.of(5, 69).shifted(-5));
        assertEquals(ProcessorMask.of(), ProcessorMask.of().shifted(-7));
        for (int by : new int[] {-6, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThrows(RangeException.class, () -> ProcessorMask.of(5, 69).shifted(by));
        }
        BitSet moved = new BitSet();
        ProcessorMask some = any();
        IntStream.of(some.processors()).forEach(one -> moved.set(one + 17));
        assertEquals(ProcessorMask.of(moved.stream().toArray()), some.shifted(17));
    }
}
