package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import org.anabranch.api.Buffer;
import org.anabranch.api.MemoryExhaustedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** R14: no program holds all memory of buffers while another wants some. */
@Timeout(60)
class MemorySharesTest {
    private static final long LIMIT = 1 << 20;
    private static final EngineSettings SETTINGS =
            new EngineSettings(1, LIMIT, 1_000_000, false, false);

    @Test
    void r14_aProgramThatIsAloneHasAllMemory() {
        try (House house = House.of(SETTINGS);
                Buffer all = house.platform.buffer(JAVA_BYTE, LIMIT)) {
            assertEquals(LIMIT, all.shape().bytes());
        }
    }

    @Test
    void r14_aProgramHasNoMoreThanItsShareWhileAnotherHasSome() {
        try (House house = House.of(SETTINGS)) {
            BundlePlatform other = house.engine.platform("other");
            try (Buffer small = other.buffer(JAVA_BYTE, 16);
                    Buffer half = house.platform.buffer(JAVA_BYTE, LIMIT / 2)) {
                MemoryExhaustedException refused =
                        assertThrows(
                                MemoryExhaustedException.class,
                                () -> house.platform.buffer(JAVA_BYTE, 16));
                assertTrue(
                        refused.getMessage().contains("share of " + LIMIT / 2)
                                && refused.getMessage().contains("other has 16"),
                        refused.getMessage());
                other.buffer(JAVA_BYTE, LIMIT / 2 - 16).close();
                assertEquals(LIMIT / 2 + 16, half.shape().bytes() + small.shape().bytes());
            }
        }
    }

    @Test
    void r14_whatWasRefusedIsLeftForTheProgramThatWantsIt() {
        try (House house = House.of(SETTINGS)) {
            BundlePlatform other = house.engine.platform("other");
            try (Buffer all = house.platform.buffer(JAVA_BYTE, LIMIT)) {
                assertThrows(
                        MemoryExhaustedException.class, () -> other.buffer(JAVA_BYTE, LIMIT / 2));
                assertEquals(LIMIT, all.shape().bytes());
            }
            assertThrows(
                    MemoryExhaustedException.class,
                    () -> house.platform.buffer(JAVA_BYTE, LIMIT / 2 + 1));
            other.buffer(JAVA_BYTE, LIMIT / 2).close();
        }
    }

    @Test
    void r14_theShareOfMemoryIsASetting() {
        EngineSettings quarters = SETTINGS.withShares(new EngineSettings.Shares(0, 25));
        try (House house = House.of(quarters)) {
            BundlePlatform other = house.engine.platform("other");
            other.buffer(JAVA_BYTE, 16);
            assertThrows(
                    MemoryExhaustedException.class,
                    () -> house.platform.buffer(JAVA_BYTE, LIMIT / 4 + 1));
            house.platform.buffer(JAVA_BYTE, LIMIT / 4);
            house.engine.follow(quarters.withShares(new EngineSettings.Shares(0, 75)));
            house.platform.buffer(JAVA_BYTE, LIMIT / 2);
            assertThrows(
                    MemoryExhaustedException.class, () -> house.platform.buffer(JAVA_BYTE, 16));
        }
    }
}
