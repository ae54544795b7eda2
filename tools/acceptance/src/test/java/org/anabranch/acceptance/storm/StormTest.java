package org.anabranch.acceptance.storm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.anabranch.acceptance.storm.StormGround.Kind;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Random programs in which every call of foreign code misbehaves now and then. A failure names its
 * seed; {@code -Danabranch.storm=SEED} replays that one.
 */
@Timeout(2400)
class StormTest {
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");
    private static final Long SEED = Long.getLong("anabranch.storm");

    /** 200 in the build, 10,000 by night. */
    private static int programs(Kind kind) {
        int share =
                switch (kind) {
                    case HOST, REFERENCE -> 50;
                    case STORMY -> 40;
                    case FAULTY -> 28;
                    case OPENCL -> 12;
                    case CARD -> 18;
                    case STORMY_CARD -> 2;
                };
        return NIGHTLY ? 50 * share : share;
    }

    /** 500 of each of the first four by night. */
    private static int programsInSmallHeap(Kind kind) {
        return switch (kind) {
            case HOST, REFERENCE, FAULTY, STORMY -> 25;
            case OPENCL -> 5;
            case CARD -> 8;
            case STORMY_CARD -> 3;
        };
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    @DisplayName("issue 20: after a storm all is told, and all is as before")
    void storm_leaves_nothing_behind(Kind kind) {
        assumeTrue(StormGround.has(kind), "there is no OpenCL device");
        long first = SEED == null ? 1_000_000L * kind.ordinal() : SEED;
        StormProgram.storm(kind, first, SEED == null ? programs(kind) : 1);
    }

    @Test
    @DisplayName("issue 20: a platform with a worker that spins is not idle")
    void a_worker_that_spins_is_noticed() throws InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        Thread spinning =
                Thread.ofPlatform()
                        .name("anabranch-worker-0")
                        .start(
                                () -> {
                                    while (!stop.get()) {
                                        Thread.onSpinWait();
                                    }
                                });
        try {
            assertThrows(AssertionError.class, () -> StormProgram.requireIdle("a worker spins"));
        } finally {
            stop.set(true);
            spinning.join();
        }
        StormProgram.requireIdle("nobody spins");
    }

    @Test
    @DisplayName("issue 20: a buffer that every program leaves open is noticed")
    void a_leak_is_noticed() {
        Levels levels = new Levels(Kind.HOST);
        try (Arena arena = Arena.ofShared()) {
            for (int look = 0; look < 9; look++) {
                MemorySegment left = arena.allocate(1024);
                levels.look();
                assertEquals(1024, left.byteSize());
            }
        }
        assertThrows(AssertionError.class, () -> levels.require(1));
    }

    @Test
    @DisplayName("issue 20: a storm in a heap of 64 MB")
    void storm_in_a_small_heap(@TempDir Path folder) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("77000000"));
        for (Kind kind : Kind.values()) {
            if (!StormGround.has(kind)) {
                continue;
            }
            words.add(kind + ":" + (NIGHTLY ? 20 : 1) * programsInSmallHeap(kind));
        }
        String said =
                new ChildProgram(folder, Duration.ofMinutes(NIGHTLY ? 30 : 5))
                        .run(
                                List.of(
                                        "-Xmx64m",
                                        "-XX:NativeMemoryTracking=summary",
                                        "--enable-native-access=ALL-UNNAMED"),
                                StormProgram.class,
                                words.toArray(String[]::new));
        assertTrue(said.contains("storm is over"), said);
    }

    @Test
    @DisplayName("issue 20: a card that is opened, used and closed in a full heap leaves nothing")
    void a_card_bears_a_full_heap(@TempDir Path folder) throws IOException, InterruptedException {
        String said =
                new ChildProgram(folder, Duration.ofMinutes(NIGHTLY ? 10 : 3))
                        .run(
                                List.of(
                                        "-Xmx12m",
                                        "-XX:+UseSerialGC",
                                        "-XX:TieredStopAtLevel=1",
                                        "-Dfull.step=" + (NIGHTLY ? 16 : 160),
                                        "-Dfull.boot=" + (NIGHTLY ? 20 : 250),
                                        "--enable-native-access=ALL-UNNAMED"),
                                FullCardProgram.class);
        assertTrue(said.contains("all was told"), said);
    }

    @Test
    @DisplayName("issue 20: a process that does not end is ended, and where it waited is told")
    void a_process_that_hangs_is_noticed(@TempDir Path folder) {
        ChildProgram child = new ChildProgram(folder, Duration.ofSeconds(2));
        AssertionError told =
                assertThrows(
                        AssertionError.class, () -> child.run(List.of(), EndlessProgram.class));
        assertTrue(told.getMessage().contains("EndlessProgram.main"), told.getMessage());
    }
}
