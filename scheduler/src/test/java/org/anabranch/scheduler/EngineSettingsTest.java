package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.Stream;
import org.anabranch.spi.support.SettingsReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

/** C14: what is set is checked, and holds at once where it can. */
@Timeout(60)
class EngineSettingsTest {
    private static final EngineSettings BEFORE =
            new EngineSettings(3, 1 << 20, 7_000_000, true, true, 9_000_000);

    private static EngineSettings settings(Map<String, ?> configured) {
        return EngineSettings.of(new SettingsReader("scheduler", configured, name -> null), BEFORE);
    }

    @Test
    void c14_nothing_set_is_the_default() {
        assertEquals(EngineSettings.defaults(), settings(Map.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "memoryPercent, 0", "memoryPercent, 500", "drainMillis, -1", "workers, -5",
        "workers, 100000", "workers, many", "traced, perhaps", "stallMillis, -1"
    })
    void c14_what_is_out_of_range_changes_nothing(String key, String value) {
        EngineSettings usual = EngineSettings.defaults();
        EngineSettings taken = settings(Map.of(key, value));
        assertEquals(
                switch (key) {
                    case "memoryPercent" ->
                            new EngineSettings(
                                    usual.workers(),
                                    BEFORE.memoryLimit(),
                                    usual.drainNanos(),
                                    false,
                                    false);
                    case "drainMillis" ->
                            new EngineSettings(
                                    usual.workers(),
                                    usual.memoryLimit(),
                                    BEFORE.drainNanos(),
                                    false,
                                    false);
                    case "workers" -> usual.withWorkers(BEFORE.workers());
                    case "traced" -> usual.inTracedMode();
                    default -> usual.sayingStallsAfter(BEFORE.stallNanos());
                },
                taken);
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
                            usual.workers(), 100, usual.drainNanos(), false, true, 20_000_000);
            assertTrue(house.engine.follow(next));
            assertThrows(
                    MemoryExhaustedException.class, () -> house.platform.buffer(JAVA_LONG, 64));
            Event waits = stream.run(gate.fill, x.all().out(), Argument.of(1L));
            House.until("it is said", () -> said.has(", enqueued at "));
            gate.open();
            waits.await();
            assertTrue(house.engine.follow(next.sayingStallsAfter(0)));
        }
    }

    @Test
    void c14_other_workers_or_checks_need_another_engine() {
        try (House house = House.of(EngineSettings.defaults())) {
            EngineSettings usual = house.engine.settings();
            assertFalse(house.engine.follow(usual.withWorkers(usual.workers() + 1)));
            assertFalse(house.engine.follow(usual.inCheckedMode()));
            assertEquals(usual, house.engine.settings());
        }
    }
}
