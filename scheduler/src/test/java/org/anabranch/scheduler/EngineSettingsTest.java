package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.Stream;
import org.anabranch.spi.support.PartSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

/** C14: what is set is checked, and holds at once where it can. */
@Timeout(60)
class EngineSettingsTest {
    private final PartSettings<Settings> part = new PartSettings<>(Settings.class, "scheduler");

    private EngineSettings settings(Map<String, ?> configured) {
        return EngineSettings.of(part.read(configured, name -> null));
    }

    @Test
    void c14_nothing_set_is_the_default() {
        assertEquals(EngineSettings.defaults(), settings(Map.of()));
    }

    /** What each did before it was refused: no memory, 126 GB, a leak, no platform, silence. */
    @ParameterizedTest
    @CsvSource({
        "memoryPercent, 0, 10, a whole number from 1 to 95",
        "memoryPercent, 500, 10, a whole number from 1 to 95",
        "workerSharePercent, 101, 10, a whole number from 0 to 100",
        "memorySharePercent, -1, 10, a whole number from 0 to 100",
        "drainMillis, -1, 7, a whole number from 0 to 3600000",
        "workers, -5, 3, a whole number from 0 to 1024",
        "workers, 100000, 3, a whole number from 0 to 1024",
        "workers, many, 3, a whole number from 0 to 1024",
        "checked, maybe, true, true or false",
        "traced, perhaps, true, true or false",
        "stallMillis, -1, 9, a whole number from 0 to 3600000",
        "eventMebibytes, 5000, 9, a whole number from 0 to 1024"
    })
    void c14_e3_what_is_out_of_range_changes_nothing(
            String key, String value, String before, String range) {
        try (Said said = new Said()) {
            EngineSettings held = settings(Map.of(key, before));
            assertNotEquals(EngineSettings.defaults(), held);
            assertEquals(held, settings(Map.of(key, value)));
            String line = "org.anabranch.scheduler: %s = %s is refused: it must be %s; %s stays";
            assertTrue(said.has(line.formatted(key, value, range, before)));
        }
    }

    @Test
    void c14_a_misspelt_key_is_said() {
        try (Said said = new Said()) {
            assertEquals(EngineSettings.defaults(), settings(Map.of("wrokers", 3)));
            assertTrue(said.has("org.anabranch.scheduler: there is no setting wrokers; there are"));
        }
    }

    @Test
    void c14_memory_lines_and_stalls_change_while_programs_run() {
        try (Said said = new Said();
                House house = House.of(EngineSettings.defaults());
                Stream stream = house.host0().stream()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 8);
            Gate gate = new Gate();
            EngineSettings usual = house.engine.settings();
            EngineSettings next =
                    new EngineSettings(
                            usual.workers(),
                            100,
                            usual.drainNanos(),
                            false,
                            true,
                            20_000_000,
                            0,
                            1000,
                            EngineSettings.Shares.EVEN);
            house.engine.follow(next);
            assertThrows(
                    MemoryExhaustedException.class, () -> house.platform.buffer(JAVA_LONG, 64));
            Event waits = stream.run(gate.fill, x.all().out(), Argument.of(1L));
            House.until("it is said", () -> said.has(", enqueued at "));
            gate.open();
            waits.await();
            house.engine.follow(next.sayingStallsAfter(0));
        }
    }
}
