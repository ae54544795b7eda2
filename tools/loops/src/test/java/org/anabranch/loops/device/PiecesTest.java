package org.anabranch.loops.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Platform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Pieces of work on the caller and on workers: each runs once. */
class PiecesTest {
    private static final int COUNT = 16;

    private static int[] runs(Platform platform, int count) {
        AtomicIntegerArray runs = new AtomicIntegerArray(count);
        Pieces.run(platform, count, runs::incrementAndGet);
        int[] all = new int[count];
        Arrays.setAll(all, runs::get);
        return all;
    }

    private static int[] ones(int count) {
        int[] ones = new int[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    @Test
    @DisplayName("JA-14: each piece runs once")
    void ja14EachOnce() {
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(2))) {
            Platform platform = engine.platform("pieces");
            for (int round = 0; round < 2000; round++) {
                int count = 1 + round % COUNT;
                assertArrayEquals(ones(count), runs(platform, count));
            }
        }
    }

    @Test
    @DisplayName("JA-14: the calling thread takes part")
    void ja14CallerTakesPart() {
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(1))) {
            Thread caller = Thread.currentThread();
            AtomicBoolean seen = new AtomicBoolean();
            Pieces.run(
                    engine.platform("caller"),
                    COUNT,
                    piece -> {
                        // a worker's piece does not end before the caller has had one
                        while (Thread.currentThread() != caller && !seen.get()) {
                            Thread.onSpinWait();
                        }
                        seen.set(true);
                    });
            assertTrue(seen.get());
        }
    }

    @Test
    @DisplayName("JA-14: an interrupt leaves out no piece, and is kept")
    void ja14Interrupt() {
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(2))) {
            Platform platform = engine.platform("interrupted");
            for (int round = 0; round < 200; round++) {
                Thread.currentThread().interrupt();
                int[] all = runs(platform, COUNT);
                assertTrue(Thread.interrupted(), "round " + round);
                assertArrayEquals(ones(COUNT), all, "round " + round);
            }
        }
    }
}
