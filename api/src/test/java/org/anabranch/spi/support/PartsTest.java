package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.anabranch.api.MemoryKind;
import org.anabranch.api.Region;
import org.anabranch.spi.DeviceException;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Random;

/** The budget, and the copy through a staging block. */
class PartsTest {

    @Test
    void rule3_2_theBudgetRefusesWhatIsNotThere() throws DeviceException {
        MemoryBudget budget = new MemoryBudget("test:0", Map.of(MemoryKind.NORMAL, 100L));
        budget.take(60, MemoryKind.NORMAL);
        DeviceException refused =
                assertThrows(DeviceException.class, () -> budget.take(41, MemoryKind.NORMAL));
        assertEquals("test:0 has 40 bytes of NORMAL memory left, not 41", refused.getMessage());
        assertThrows(DeviceException.class, () -> budget.take(1, MemoryKind.ON_CHIP));
        budget.give(60, MemoryKind.NORMAL);
        budget.take(100, MemoryKind.NORMAL);
        assertEquals(0, budget.left(MemoryKind.NORMAL));
    }

    @Test
    void rule2_9_aBoxTravelsInPiecesOfAnySizeExactly() {
        Random random = new Random(1);
        for (int round = 0; round < 200; round++) {
            Region from = box(random);
            Region to = new Region(7, from.width(), from.height(), from.depth(), 23, 23 * 9);
            byte[] source = new byte[(int) from.end() + 5];
            random.nextBytes(source);
            byte[] expected = new byte[(int) to.end() + 5];
            byte[] actual = expected.clone();
            byte[] direct = expected.clone();
            MemorySegment memory = MemorySegment.ofArray(source);
            Region.copy(memory, from, MemorySegment.ofArray(expected), to);
            StagedCopy.copy(memory, from, MemorySegment.ofArray(direct), to);
            MemorySegment staging = MemorySegment.ofArray(new byte[1 + random.nextInt(40)]);
            for (long at = 0; at < from.bytes(); at += staging.byteSize()) {
                long count = Math.min(staging.byteSize(), from.bytes() - at);
                StagedCopy.pack(memory, from, at, count, staging, 0);
                StagedCopy.unpack(staging, 0, MemorySegment.ofArray(actual), to, at, count);
            }
            assertEquals(
                    -1, MemorySegment.ofArray(expected).mismatch(MemorySegment.ofArray(actual)));
            assertEquals(
                    -1, MemorySegment.ofArray(expected).mismatch(MemorySegment.ofArray(direct)));
        }
    }

    private static Region box(Random random) {
        long width = 1L + random.nextInt(20);
        long pitch = width + random.nextInt(5);
        long height = 1L + random.nextInt(8);
        return new Region(
                random.nextInt(9),
                width,
                height,
                1 + random.nextInt(3),
                pitch,
                pitch * (height + 1));
    }
}
