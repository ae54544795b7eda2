package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Kernel;
import org.anabranch.mic.link.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Transfers that do not fit into the window. */
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
    @Timeout(30)
    void severalAtOnceShareTheFewPiecesThatThereIsRoomFor() throws Exception {
        thereAndBack(Window.GRAIN);
    }

    @Test
    @Timeout(30)
    void oneWithMorePiecesThanItMayHaveOnTheWayGoesOn() throws Exception {
        thereAndBack(64 << 20);
    }

    /**
     * Behind a kernel that does not end yet there are more transfers than there are slots; one on
     * another lane is not kept waiting by them, and they are right in the end.
     */
    @Test
    @Timeout(30)
    void thoseThatWaitForTheirTurnLeaveRoomForOthers(@TempDir Path folder) throws Exception {
        String gate = folder.resolve("gate").toString();
        Kernel waits = Rig.until(gate);
        try (Rig rig = new Rig(Map.of("lanes", 2, "window", 2 * Window.GRAIN))) {
            long handle = rig.allocate(ELEMENTS);
            Told kernel = rig.run(0, rig.launch(waits, rig.device.load(waits), handle, ELEMENTS));
            List<Told> behind = new ArrayList<>();
            List<MemorySegment> seen = new ArrayList<>();
            for (int round = 0; round < 12; round++) {
                behind.add(rig.write(0, content(round % LANES), handle));
                seen.add(Rig.host(ELEMENTS));
                behind.add(rig.read(0, handle, seen.getLast()));
            }
            long other = rig.allocate(ELEMENTS);
            MemorySegment result = Rig.host(ELEMENTS);
            rig.write(1, content(1), other).succeeds();
            rig.read(1, other, result).succeeds();
            assertEquals(-1, result.mismatch(content(1)));
            Files.createFile(Path.of(gate));
            kernel.succeeds();
            for (Told told : behind) {
                told.succeeds();
            }
            for (int round = 0; round < 12; round++) {
                assertEquals(
                        -1, seen.get(round).mismatch(content(round % LANES)), "round " + round);
            }
        }
    }

    /** Transfers of many sizes, in a row and on several lanes, against what was written last. */
    @Test
    @Timeout(120)
    void manyOfAllSizesInARowKeepTheirOrder() throws Exception {
        SplittableRandom random = new SplittableRandom(19);
        try (Rig rig = new Rig(Map.of("window", 2 * Window.GRAIN))) {
            for (int round = 0; round < 30; round++) {
                int elements = 1 + (int) Math.exp(random.nextDouble(Math.log(1 << 19)));
                List<Told> told = new ArrayList<>();
                List<MemorySegment> seen = new ArrayList<>();
                List<Long> written = new ArrayList<>();
                for (int lane = 0; lane < LANES; lane++) {
                    long handle = rig.allocate(elements);
                    for (int step = 0; step < 6; step++) {
                        written.add(random.nextLong());
                        told.add(rig.write(lane, Rig.host(elements, written.getLast()), handle));
                        seen.add(Rig.host(elements));
                        told.add(rig.read(lane, handle, seen.getLast()));
                    }
                }
                for (Told one : told) {
                    one.succeeds();
                }
                for (int i = 0; i < seen.size(); i++) {
                    assertEquals(-1, seen.get(i).mismatch(Rig.host(elements, written.get(i))));
                }
            }
        }
    }
}
