package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Parameter;
import org.anabranch.api.Place;
import org.anabranch.api.Region;
import org.anabranch.api.Stream;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Kernels over loops that the host and devices share, and their range mappings. */
@Timeout(120)
class SharedLoopTest {
    /** y[i] = a x[i-1] + b x[i] + c x[i+1], each with its own rounding. */
    private static final Kernel BLUR =
            Kernel.of("blur", Parameter.in("x"), Parameter.out("y"))
                    .java(
                            (piece, arguments) -> {
                                MemorySegment x = arguments.segment(0);
                                long n = arguments.columns(0);
                                LoopKernels.each(
                                        piece,
                                        i ->
                                                arguments
                                                        .segment(1)
                                                        .setAtIndex(
                                                                JAVA_DOUBLE, i, blurred(x, i, n)));
                            });

    private static final Kernel MIRRORED_PRODUCT =
            Kernel.of("rows", Parameter.in("v"), Parameter.in("a"), Parameter.out("b"))
                    .java(
                            (piece, arguments) ->
                                    LoopKernels.each(
                                            piece,
                                            row -> {
                                                for (long c = 0; c < 7; c++) {
                                                    long v =
                                                            arguments
                                                                    .segment(0)
                                                                    .getAtIndex(JAVA_LONG, 6 - c);
                                                    long a =
                                                            arguments
                                                                    .segment(1)
                                                                    .getAtIndex(
                                                                            JAVA_LONG, row * 7 + c);
                                                    arguments
                                                            .segment(2)
                                                            .setAtIndex(
                                                                    JAVA_LONG,
                                                                    (29 - row) * 7 + c,
                                                                    a * v);
                                                }
                                            }));

    private static final Mapping MIRRORED =
            (piece, shape) ->
                    Region.of((30 - piece.end(0)) * 7 * 8, (piece.end(0) - piece.low0()) * 7 * 8);

    private static double blurred(MemorySegment x, long i, long n) {
        double left = i == 0 ? 0 : x.getAtIndex(JAVA_DOUBLE, i - 1);
        double right = i == n - 1 ? 0 : x.getAtIndex(JAVA_DOUBLE, i + 1);
        return left * 0.3 + x.getAtIndex(JAVA_DOUBLE, i) * 0.1 + right / 7;
    }

    private static House house(int devices, boolean stealPort) {
        List<DeviceInfo> infos = new ArrayList<>();
        for (int number = 0; number < devices; number++) {
            infos.add(House.info(number, 64 * House.MEGABYTE, number % 2 == 1));
        }
        House house = House.of(House.SETTINGS);
        return devices == 0 ? house : house.plug(new ReferenceBackend(infos, stealPort), devices);
    }

    private static double[] blur(House house, Loop loop, int n) {
        SplittableRandom random = new SplittableRandom(5);
        try (Buffer x = house.platform.buffer(JAVA_DOUBLE, n);
                Buffer y = house.platform.buffer(JAVA_DOUBLE, n)) {
            MemorySegment start = x.write();
            for (int i = 0; i < n; i++) {
                start.setAtIndex(JAVA_DOUBLE, i, random.nextDouble());
            }
            for (int step = 0; step < 4; step++) {
                try (Finish finish = house.platform.finish()) {
                    finish.forasync(loop, BLUR, x.in(Mapping.around(1)), y.out(Mapping.each()));
                }
                try (Finish finish = house.platform.finish()) {
                    finish.forasync(loop, BLUR, y.in(Mapping.around(1)), x.out(Mapping.each()));
                }
            }
            return x.read().toArray(JAVA_DOUBLE);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, false", "2, false", "1, true", "2, true"})
    void INV_8_results_have_the_same_bits_however_the_loop_is_split(
            int devices, boolean stealPort) {
        int n = 5_000;
        double[] expected;
        try (House alone = House.of(House.SETTINGS.withWorkers(1))) {
            expected = blur(alone, Loop.of(0, n).tile(n), n);
        }
        try (House house = house(devices, stealPort)) {
            assertArrayEquals(expected, blur(house, Loop.of(0, n).tile(7), n));
            assertArrayEquals(expected, blur(house, Loop.of(0, n).tile(128).chunked(), n));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "1, true", "2, true"})
    void INV_2_each_index_once_with_and_without_a_steal_port(int devices, boolean stealPort) {
        SplittableRandom random = new SplittableRandom(devices);
        try (House house = house(devices, stealPort)) {
            for (int round = 0; round < 40; round++) {
                int n = 1 + random.nextInt(3_000);
                long stride = 1L + random.nextInt(3);
                long tile = 1L + random.nextInt(100);
                try (Buffer x = house.platform.buffer(JAVA_LONG, n)) {
                    try (Finish finish = house.platform.finish()) {
                        finish.forasync(
                                Loop.of(0, n).stride(stride).tile(tile),
                                LoopKernels.COUNT,
                                LoopKernels.count(x));
                    }
                    long[] content = Kernels.content(x);
                    for (int i = 0; i < n; i++) {
                        assertEquals(
                                i % stride == 0 ? 1 : 0, content[i], "index " + i + " of " + n);
                    }
                }
            }
            assertTrue(house.report(house.device(0)).actions() > 0, "the device took part");
        }
    }

    @Test
    void a_buffer_closed_while_a_loop_runs_stays_until_its_end() {
        try (House house = House.devices(1)) {
            Gate gate = new Gate();
            Kernel slow =
                    Kernel.of("slow", Parameter.out("x")).java((piece, arguments) -> gate.pass());
            Event event;
            try (Finish finish = house.platform.finish()) {
                Buffer x = house.platform.buffer(JAVA_LONG, 1_000);
                event = finish.forasync(Loop.of(0, 1_000), slow, x.out(Mapping.each()));
                x.close();
                gate.open();
            }
            assertEquals(Event.State.DONE, event.state());
            House.until("memory is free", () -> house.engine.memories.hostMemory.used() == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"host", "reference", "reference:1"})
    void K2H_M2_pinned_tasks_run_only_there(String selector) {
        try (House house = House.devices(2)) {
            List<Event> events = new ArrayList<>();
            Place place =
                    selector.contains(":")
                            ? house.platform.domains(selector).getFirst()
                            : Place.kind(selector);
            Buffer x = house.platform.buffer(JAVA_LONG, 10_000);
            try (Finish finish = house.platform.finish()) {
                for (int i = 0; i < 2_000; i++) {
                    events.add(
                            finish.async(
                                    place, Kernels.ADD, x.elements(i, 1).inOut(), Argument.of(1L)));
                }
                events.add(
                        finish.forasync(
                                place,
                                Loop.of(2_000, 10_000).tile(50),
                                LoopKernels.COUNT,
                                LoopKernels.count(x)));
            }
            assertArrayEquals(Kernels.filled(10_000, 1), Kernels.content(x));
            events.removeLast();
            var domains = house.platform.domains(selector);
            assertTrue(
                    events.stream()
                            .allMatch(event -> domains.contains(event.domain().orElseThrow())));
            house.platform.domains().stream()
                    .filter(domain -> !domains.contains(domain))
                    .forEach(
                            domain ->
                                    assertEquals(
                                            0, house.report(domain).actions(), domain::toString));
        }
    }

    @Test
    void K2H_M2_pinned_to_what_is_not_there_is_refused_at_once() {
        try (House house = House.host();
                Buffer x = house.platform.buffer(JAVA_LONG, 1);
                Finish finish = house.platform.finish()) {
            assertThrows(
                    UnknownDomainException.class,
                    () -> finish.async(Place.kind("reference"), Kernels.LOOK, x.all().in()));
        }
    }

    @Test
    void K2H_M4_scopes_nest_across_domains_and_end_after_all_of_it() {
        try (House house = House.devices(1)) {
            Buffer x = house.platform.buffer(JAVA_LONG, 64);
            try (Finish outer = house.platform.finish()) {
                for (int i = 0; i < 64; i++) {
                    int at = i;
                    outer.async(
                            () -> {
                                try (Finish inner = house.platform.finish()) {
                                    inner.async(
                                            house.device(0),
                                            Kernels.FILL,
                                            x.elements(at, 1).out(),
                                            Argument.of(3L));
                                }
                                outer.async(
                                        house.host0(),
                                        Kernels.ADD,
                                        x.elements(at, 1).inOut(),
                                        Argument.of(1L));
                            });
                }
            }
            assertArrayEquals(Kernels.filled(64, 4), Kernels.content(x));
        }
    }

    @Test
    void rows_whole_and_functions_map_as_they_say() {
        for (boolean checked : new boolean[] {false, true}) {
            EngineSettings settings = checked ? House.SETTINGS.inCheckedMode() : House.SETTINGS;
            try (House house = House.of(settings).plug(House.reference(2), 2)) {
                Buffer v = house.platform.buffer(JAVA_LONG, 7);
                Buffer a = house.platform.buffer(JAVA_LONG, 30, 7);
                Buffer b = house.platform.buffer(JAVA_LONG, 30, 7);
                for (long i = 0; i < 7; i++) {
                    v.write().setAtIndex(JAVA_LONG, i, i + 1);
                }
                for (long i = 0; i < 210; i++) {
                    a.write().setAtIndex(JAVA_LONG, i, i);
                }
                try (Finish finish = house.platform.finish()) {
                    finish.forasync(
                            Loop.of(0, 30),
                            MIRRORED_PRODUCT,
                            v.in(Mapping.whole()),
                            a.in(Mapping.rows()),
                            b.out(MIRRORED));
                }
                long[] content = Kernels.content(b);
                for (int i = 0; i < 210; i++) {
                    long row = 29L - i / 7;
                    assertEquals((row * 7 + i % 7) * (7 - i % 7), content[i], "element " + i);
                }
            }
        }
    }

    @Test
    void checked_mode_finds_a_write_outside_the_mapping_and_names_it() {
        Kernel sloppy =
                Kernel.of("sloppy", Parameter.out("y"))
                        .java(
                                (piece, arguments) ->
                                        LoopKernels.each(
                                                piece,
                                                i -> {
                                                    arguments
                                                            .segment(0)
                                                            .setAtIndex(JAVA_LONG, i, i);
                                                    arguments
                                                            .segment(0)
                                                            .setAtIndex(
                                                                    JAVA_LONG, (i + 1) % 100, i);
                                                }));
        for (boolean checked : new boolean[] {true, false}) {
            EngineSettings settings = checked ? House.SETTINGS.inCheckedMode() : House.SETTINGS;
            try (House house = House.of(settings);
                    Stream stream = house.host0().stream()) {
                Buffer y = house.platform.buffer(JAVA_LONG, 100);
                Event event = stream.run(sloppy, Loop.of(0, 100).tile(10), y.out(Mapping.each()));
                if (!checked) {
                    event.await();
                    continue;
                }
                var thrown = assertThrows(KernelArgumentException.class, event::await);
                assertTrue(thrown.getMessage().contains("sloppy"), thrown.getMessage());
                assertTrue(thrown.getMessage().contains(y.name()), thrown.getMessage());
                assertThrows(KernelArgumentException.class, stream::await);
            }
        }
    }

    @Test
    void checked_mode_poisons_what_is_read_outside_the_mapping() {
        Kernel peeks =
                Kernel.of("peeks", Parameter.in("x"), Parameter.out("y"))
                        .java(
                                (piece, arguments) ->
                                        LoopKernels.each(
                                                piece,
                                                i ->
                                                        arguments
                                                                .segment(1)
                                                                .setAtIndex(
                                                                        JAVA_LONG,
                                                                        i,
                                                                        arguments
                                                                                .segment(0)
                                                                                .getAtIndex(
                                                                                        JAVA_LONG,
                                                                                        (i + 1)
                                                                                                % 10))));
        try (House house = House.of(House.SETTINGS.inCheckedMode());
                Stream stream = house.host0().stream()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Buffer y = house.platform.buffer(JAVA_LONG, 10);
            stream.run(peeks, Loop.of(0, 10).tile(1), x.in(Mapping.each()), y.out(Mapping.each()))
                    .await();
            assertArrayEquals(Kernels.filled(10, -1), Kernels.content(y));
            stream.run(peeks, Loop.of(0, 10).tile(1), x.in(Mapping.whole()), y.out(Mapping.each()))
                    .await();
            assertArrayEquals(Kernels.filled(10, 0), Kernels.content(y));
        }
    }

    @Test
    void reductions_commute_and_none_is_lost() {
        try (House house = House.devices(1)) {
            Buffer sum = house.platform.buffer(JAVA_LONG, 4);
            for (var domain : house.platform.domains()) {
                try (Stream stream = domain.stream()) {
                    for (int i = 0; i < 200; i++) {
                        stream.run(Kernels.ADD, sum.all().reduce(), Argument.of(1L));
                    }
                }
            }
            assertArrayEquals(Kernels.filled(4, 400), Kernels.content(sum));
        }
    }

    @Test
    void F2_a_loop_whose_pieces_fail_says_so_once_all_have_ended() {
        Kernel fails =
                Kernel.of("fails", Parameter.out("x"))
                        .java(
                                (piece, arguments) -> {
                                    throw new IllegalStateException("as planned");
                                });
        try (House house = House.devices(1)) {
            Buffer x = house.platform.buffer(JAVA_LONG, 100);
            Finish finish = house.platform.finish();
            Event event = finish.forasync(Loop.of(0, 100), fails, x.out(Mapping.each()));
            assertThrows(ActionFailedException.class, finish::close);
            assertEquals(Event.State.FAILED, event.state());
        }
    }
}
