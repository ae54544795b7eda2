package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.MemoryKind;
import org.anabranch.api.Region;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;

/** The card's private memory. */
@Timeout(1800)
class MemoryTest {
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");
    private static final long MEBIBYTE = 1 << 20;

    @Test
    void D4_allocatingUsingAndFreeingGoesOnForEver() throws Exception {
        long cycles = NIGHTLY ? 1_000_000 : 30_000;
        SplittableRandom random = new SplittableRandom(4);
        try (Rig rig = new Rig(Map.of("cores", 2))) {
            cycles(rig, random, cycles / 3);
            long before = rig.status("VmRSS");
            cycles(rig, random, cycles - cycles / 3);
            long growth = rig.status("VmRSS") - before;
            assertTrue(growth < 64 * MEBIBYTE, "the card has grown by " + growth);
        }
    }

    private static void cycles(Rig rig, SplittableRandom random, long cycles) throws Exception {
        MemorySegment page = Rig.host(512, 3);
        Told last = null;
        for (long i = 0; i < cycles; i++) {
            long elements = random.nextInt(100) == 0 ? 1 << 19 : 512 + random.nextInt(5000);
            long handle = rig.allocate(elements);
            Told write = rig.write((int) (i % 4), page, handle);
            var unused = write.thenRun(() -> rig.device.release(handle));
            if (i % 16 == 0 && last != null) {
                last.succeeds();
            }
            last = write;
        }
        last.succeeds();
    }

    @Test
    void HST10_bothKindsOfMemoryHaveTheirOwnBudget() throws Exception {
        Map<String, Object> settings =
                Map.of("cores", 2, "memory", 10 * MEBIBYTE, "highBandwidthMemory", 4 * MEBIBYTE);
        try (Rig rig = new Rig(settings)) {
            long near = rig.device.allocate(4 * MEBIBYTE, MemoryKind.HIGH_BANDWIDTH);
            DeviceException full =
                    assertThrows(
                            DeviceException.class,
                            () -> rig.device.allocate(1, MemoryKind.HIGH_BANDWIDTH));
            assertTrue(full.getMessage().contains("has 0 bytes"), full::getMessage);
            assertThrows(DeviceException.class, () -> rig.device.allocate(1, MemoryKind.ON_CHIP));
            long far = rig.device.allocate(10 * MEBIBYTE, MemoryKind.NORMAL);
            rig.write(0, Rig.host(4 * MEBIBYTE / 8, 1), near).succeeds();
            rig.write(0, Rig.host(10 * MEBIBYTE / 8, 2), far).succeeds();
            MemorySegment seen = Rig.host(4 * MEBIBYTE / 8);
            rig.read(0, near, seen).succeeds();
            assertEquals(-1, seen.mismatch(Rig.host(4 * MEBIBYTE / 8, 1)));
            rig.device.release(near);
            rig.device.release(rig.device.allocate(4 * MEBIBYTE, MemoryKind.HIGH_BANDWIDTH));
        }
    }

    @Test
    void thePoolKeepsPagesThatTheSystemWouldHaveToMakeAgain(TestReporter reporter)
            throws Exception {
        long pooled = faults(true, reporter);
        long plain = faults(false, reporter);
        assertTrue(
                plain > 2 * pooled, plain + " page faults without the pool, " + pooled + " with");
    }

    /** Page faults of the card for 200 times 4 MiB. */
    private static long faults(boolean pool, TestReporter reporter) throws Exception {
        try (Rig rig = new Rig(Map.of("cores", 2, "pool", pool))) {
            MemorySegment data = Rig.host(MEBIBYTE / 2, 1);
            use(rig, data, 20);
            long before = faults(rig.pid());
            long begin = System.nanoTime();
            use(rig, data, 200);
            long micros = (System.nanoTime() - begin) / 200_000;
            long faults = faults(rig.pid()) - before;
            reporter.publishEntry(
                    "allocate, write and release 4 MiB, pool " + pool,
                    micros + " us, " + faults / 200.0 + " page faults");
            return faults;
        }
    }

    private static void use(Rig rig, MemorySegment data, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            long handle = rig.allocate(data.byteSize() / 8);
            rig.write(0, data, handle).succeeds();
            rig.device.release(handle);
        }
    }

    private static long faults(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[7]);
    }

    @Test
    void smallAndLargeBlocksDoNotOverlap() throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        try (Rig rig = new Rig(Map.of("cores", 2))) {
            long[] handles = new long[300];
            long[] elements = new long[300];
            for (int round = 0; round < 2000; round++) {
                int i = random.nextInt(300);
                if (handles[i] != 0) {
                    checkAndRelease(rig, handles[i], elements[i]);
                }
                elements[i] = 1 + random.nextLong(random.nextInt(20) == 0 ? 300_000 : 3000);
                handles[i] = rig.allocate(elements[i]);
                rig.write(0, Rig.host(elements[i], handles[i]), handles[i]).succeeds();
            }
        }
    }

    private static void checkAndRelease(Rig rig, long handle, long elements) throws Exception {
        MemorySegment seen = Rig.host(elements);
        rig.read(0, handle, seen).succeeds();
        assertEquals(-1, seen.mismatch(Rig.host(elements, handle)), "somebody else wrote here");
        rig.device.release(handle);
    }

    @Test
    void copiesWithinTheCardTakeAnyRegion() throws Exception {
        try (Rig rig = new Rig(Map.of("cores", 2))) {
            long from = rig.allocate(100);
            long to = rig.allocate(100);
            MemorySegment numbers = Rig.host(100);
            for (int i = 0; i < 100; i++) {
                numbers.setAtIndex(JAVA_LONG, i, i);
            }
            rig.write(0, numbers, from).succeeds();
            Told told = new Told();
            Region tile = new Region(11 * 8, 3 * 8, 2, 1, 10 * 8, 0);
            rig.device.copy(
                    rig.order(0), new Slice(from, tile), new Slice(to, Region.of(0, 48)), told);
            told.succeeds();
            MemorySegment seen = Rig.host(6);
            rig.read(0, to, seen).succeeds();
            assertEquals("[11, 12, 13, 21, 22, 23]", Arrays.toString(seen.toArray(JAVA_LONG)));
        }
    }
}
