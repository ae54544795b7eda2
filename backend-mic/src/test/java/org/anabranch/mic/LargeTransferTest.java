package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.mic.link.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What does not fit into the window. */
class LargeTransferTest {
    /** As many pieces as a transfer may have on the way, and some more; not a whole number. */
    private static final int ELEMENTS = 19 * Window.LARGEST_SLOT / 8 + 5;

    private static final int LANES = 3;

    private static MemorySegment content(int lane) {
        MemorySegment memory = Rig.host(ELEMENTS);
        for (long i = 0; i < ELEMENTS; i++) {
            memory.setAtIndex(JAVA_LONG, i, LANES * i + lane);
        }
        return memory;
    }

    private static void thereAndBack(long window) throws Exception {
        try (Rig rig = new Rig(Map.of("window", window))) {
            List<Told> writes = new ArrayList<>();
            List<Told> reads = new ArrayList<>();
            List<MemorySegment> results = new ArrayList<>();
            for (int lane = 0; lane < LANES; lane++) {
                long handle = rig.allocate(ELEMENTS);
                writes.add(rig.write(lane, content(lane), handle));
                results.add(Rig.host(ELEMENTS));
                reads.add(rig.read(lane, handle, results.get(lane)));
            }
            for (int lane = 0; lane < LANES; lane++) {
                writes.get(lane).succeeds();
                reads.get(lane).succeeds();
                assertEquals(-1, results.get(lane).mismatch(content(lane)));
            }
        }
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void severalAtOnceShareTheFewPiecesThatThereIsRoomFor() throws Exception {
        thereAndBack(Window.GRAIN);
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneWithMorePiecesThanItMayHaveOnTheWayGoesOn() throws Exception {
        thereAndBack(64 << 20);
    }
}
