package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.ProcessorMask;
import org.anabranch.mic.settings.CardConfiguration;
import org.anabranch.mic.settings.MicSettings;
import org.anabranch.mic.sink.PlacementView;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Cores, masks and affinity. */
class PlacementTest {
    /** Says which thread of the card ran it, and on which processors of the machine it may run. */
    private static final Kernel WHERE =
            Kernel.of("where", Parameter.inOut("text"))
                    .java(
                            (piece, arguments) -> {
                                String text =
                                        Thread.currentThread().getName()
                                                + ";"
                                                + Files.readAllLines(
                                                                Path.of("/proc/thread-self/status"))
                                                        .stream()
                                                        .filter(
                                                                line ->
                                                                        line.startsWith(
                                                                                "Cpus_allowed_list"))
                                                        .findFirst()
                                                        .orElse("");
                                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                                MemorySegment.copy(
                                        bytes, 0, arguments.segment(0), JAVA_BYTE, 0, bytes.length);
                                Thread.sleep(20); // so that all workers get some
                            });

    private static Set<String> where(Rig rig) throws Exception {
        long loaded = rig.device.load(WHERE);
        List<Told> reads = new ArrayList<>();
        List<MemorySegment> texts = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            long handle = rig.allocate(64);
            MemorySegment text = Rig.host(64);
            rig.write(i % 4, text, handle).succeeds();
            Told run = rig.run(i % 4, rig.launch(WHERE, loaded, handle, 64));
            reads.add(rig.read(i % 4, handle, text));
            texts.add(text);
            assertFalse(run.isCompletedExceptionally());
        }
        for (Told read : reads) {
            read.succeeds();
        }
        Set<String> seen = new TreeSet<>();
        texts.forEach(text -> seen.add(text.getString(0)));
        return seen;
    }

    @Test
    void theFirstAndTheLastThreadsOfACardAreAvoided() {
        DeviceInfo info = MicBackend.with(Map.of()).probe().getFirst();
        assertEquals(61 * 4 - 4, info.processors());
        assertEquals("{0, 241, 242, 243}", info.properties().get("avoided threads"));
    }

    @ParameterizedTest
    @CsvSource({
        "compact, 2, 4, 0 0",
        "scatter, 2, 4, 1 3",
        "balanced, 2, 4, 1 3",
        "compact, 4, 2, 0 0 0 0",
        "scatter, 4, 2, 0 1 0 1",
        "balanced, 4, 2, 0 0 1 1"
    })
    void D16_affinityDecidesWhichCoresWorkersGet(
            String affinity, int workers, int cores, String expected) {
        var configuration =
                CardConfiguration.of(
                        Map.of(
                                "cores",
                                cores,
                                "avoidFirst",
                                0,
                                "avoidLast",
                                0,
                                "affinity",
                                affinity));
        int[] processors = configuration.info(0).mask().processors();
        assertEquals(
                expected,
                PlacementView.cores(configuration.properties("mic:0"), processors, workers));
    }

    @Test
    void D16_affinityBindsTheThreadsOfTheCard() throws Exception {
        int processors = Runtime.getRuntime().availableProcessors();
        Map<String, Object> settings =
                Map.of("cores", 8, "avoidFirst", 0, "avoidLast", 0, "affinity", "compact");
        try (Rig rig = new Rig(settings)) {
            for (String text : where(rig)) {
                assertTrue(text.contains(" core 0 ") || processors > 4, text);
                assertTrue(text.endsWith("\t0") || processors > 4, text);
            }
        }
        Map<String, Object> scattered = new HashMap<>(settings);
        scattered.put("affinity", "scatter");
        try (Rig rig = new Rig(scattered)) {
            Set<String> seen = where(rig);
            assertFalse(seen.isEmpty());
            for (String text : seen) {
                assertTrue(text.matches(".* core \\d+ thread \\d+;.*\\t\\d+"), text);
            }
        }
    }

    @Test
    void HST10_memoryOfBoundWorkersIsPlacedWhereTheyAre() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/numa_maps")), "a system with nodes");
        for (boolean pool : new boolean[] {true, false}) {
            try (Rig bound = new Rig(Map.of("affinity", "compact", "pool", pool));
                    Rig free = new Rig(Map.of("pool", pool))) {
                assertEquals(0, preferring(bound));
                for (Rig rig : List.of(bound, free)) {
                    rig.write(0, Rig.host(1 << 19, 3), rig.allocate(1 << 19)).succeeds();
                }
                assertTrue(preferring(bound) > 0);
                assertEquals(0, preferring(free));
            }
        }
    }

    /** Mappings of the card that prefer some node. */
    private static long preferring(Rig rig) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + rig.pid() + "/numa_maps")).stream()
                .filter(line -> line.contains(" prefer:"))
                .count();
    }

    @Test
    void HST11_partsOfACardRunOnTheirOwnCores() throws Exception {
        MicBackend backend = MicBackend.with(Map.of("cores", 4, "avoidFirst", 0, "avoidLast", 0));
        List<ProcessorMask> halves = backend.probe().getFirst().mask().split(2);
        try (Rig lower = new Rig(backend, halves.getFirst());
                Rig upper = new Rig(backend, halves.getLast())) {
            assertEquals(lower.pid(), upper.pid());
            assertTrue(where(lower).stream().allMatch(text -> text.matches("mic:0 core [01] .*")));
            assertTrue(where(upper).stream().allMatch(text -> text.matches("mic:0 core [23] .*")));
            assertTrue(backend.report().getFirst().endsWith("oversubscription 1"));
        }
    }

    @Test
    void oversubscriptionIsReported() throws Exception {
        MicBackend backend = MicBackend.with(Map.of("cores", 4));
        try (Rig one = new Rig(backend, ProcessorMask.range(0, 8));
                Rig other = new Rig(backend, ProcessorMask.range(7, 12))) {
            assertEquals(one.pid(), other.pid());
            assertTrue(backend.report().getFirst().endsWith("oversubscription 2"));
        }
        assertTrue(backend.report().getFirst().contains("not running"));
    }

    @Test
    void aMaskThatTheCardDoesNotHaveIsRefused() {
        MicBackend backend = MicBackend.with(Map.of("cores", 1, "avoidFirst", 0, "avoidLast", 0));
        for (ProcessorMask mask :
                List.of(ProcessorMask.of(), ProcessorMask.of(4), ProcessorMask.range(0, 5))) {
            assertThrows(DeviceException.class, () -> new Rig(backend, mask));
        }
    }

    @Test
    void settingsOutOfBoundsAreRefusedByName() {
        for (Map.Entry<String, Object> wrong :
                Map.<String, Object>of(
                                "cards", -1,
                                "cores", 0,
                                "affinity", "wild",
                                "window", 3L,
                                "speed", 101,
                                "patience", 1L,
                                "nonsense", 1)
                        .entrySet()) {
            IllegalArgumentException refused =
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> MicBackend.with(Map.of(wrong.getKey(), wrong.getValue())));
            assertTrue(refused.getMessage().contains(wrong.getKey()), refused::getMessage);
        }
    }

    @Test
    void c14_a_property_wins_and_what_is_refused_changes_nothing() {
        Map<String, String> properties = new HashMap<>();
        Map<String, Object> given = new HashMap<>(Map.of("cards", 2, "cores", 7));
        properties.put("anabranch.mic.cards", "3");
        assertEquals(3, configured(given, properties).cards());
        assertEquals(7, configured(given, properties).cores());
        properties.put("anabranch.mic.cards", "many");
        assertEquals(3, configured(given, properties).cards());
        properties.clear();
        properties.put("anabranch.mic.pool", "False");
        assertFalse(configured(given, properties).pool());
        given.putAll(Map.of("cores", 9, "window", (2L << 20) + 1));
        assertEquals(7, configured(given, properties).cores(), "a window that does not go");
    }

    private static MicSettings configured(Map<String, ?> given, Map<String, String> properties) {
        return CardConfiguration.configured(given, properties::get).settings();
    }
}
