package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Place;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Loops and kernels on domains that were chosen one by one. */
@Timeout(120)
class PlaceAmongTest {
    private static final int LENGTH = 4_000;

    /** Counts, as each piece comes through the gate. */
    private static Kernel counting(Gate gate) {
        return Kernel.of("gated count", Parameter.inOut("x"))
                .java(
                        (piece, arguments) -> {
                            gate.pass();
                            var x = arguments.segment(0);
                            LoopKernels.each(
                                    piece,
                                    i ->
                                            x.setAtIndex(
                                                    JAVA_LONG, i, x.getAtIndex(JAVA_LONG, i) + 1));
                        });
    }

    private static Event count(Finish finish, Place place, Kernel kernel, Buffer x) {
        return finish.forasync(place, Loop.of(0, LENGTH).tile(10), kernel, LoopKernels.count(x));
    }

    @Test
    void K2H_M2_work_runs_on_those_that_were_chosen_alone() {
        try (House house = House.devices(4)) {
            List<Domain> chosen = List.of(house.device(0), house.device(2));
            Place place = Place.among(chosen);
            Set<Domain> ran = new HashSet<>();
            Buffer x = house.platform.buffer(JAVA_LONG, LENGTH + 100);
            try (Finish finish = house.platform.finish()) {
                count(finish, place, LoopKernels.COUNT, x);
                for (int i = 0; i < 100; i++) {
                    Event event =
                            finish.async(
                                    place,
                                    Kernels.ADD,
                                    x.elements(LENGTH + i, 1).inOut(),
                                    Argument.of(1L));
                    event.onSettled(done -> done.domain().ifPresent(ran::add));
                    event.await();
                }
            }
            assertArrayEquals(Kernels.filled(LENGTH + 100, 1), Kernels.content(x));
            assertTrue(chosen.containsAll(ran), ran::toString);
            for (Domain domain : house.platform.domains()) {
                assertEquals(
                        chosen.contains(domain),
                        house.report(domain).actions() > 0,
                        domain::toString);
            }
        }
    }

    @Test
    void INV_9_what_a_domain_that_goes_has_not_begun_moves_to_the_others()
            throws InterruptedException {
        Backend backend = House.reference(1);
        Gate gate = new Gate();
        try (House house = House.host().plug(backend, 1)) {
            Domain device = house.device(0);
            house.plug(other("java"), 1);
            Buffer x = house.platform.buffer(JAVA_LONG, LENGTH);
            Event event;
            Thread unplugging;
            try (Finish finish = house.platform.finish()) {
                Place place = Place.among(List.of(house.host0(), device));
                event = count(finish, place, counting(gate), x);
                gate.awaitEntered();
                unplugging = Thread.ofPlatform().start(() -> house.engine.remove(backend));
                House.until("it drains", () -> device.state() == Domain.State.DRAINING);
                gate.open();
            }
            unplugging.join();
            assertEquals(Event.State.DONE, event.state());
            assertArrayEquals(Kernels.filled(LENGTH, 1), Kernels.content(x));
            assertEquals(0, house.report(house.device(0)).actions(), "nobody chose it");
        }
    }

    @Test
    void issue51_one_that_is_plugged_in_again_joins_the_loop_that_runs() {
        Backend backend = House.reference(1);
        Gate gate = new Gate();
        try (House house = House.host().plug(backend, 1)) {
            Place place = Place.among(List.of(house.host0(), house.device(0)));
            house.engine.remove(backend);
            Buffer x = house.platform.buffer(JAVA_LONG, LENGTH);
            try (Finish finish = house.platform.finish()) {
                count(finish, place, counting(gate), x);
                gate.awaitEntered();
                house.plug(backend, 1);
                gate.open();
            }
            assertEquals(2, house.device(0).generation());
            assertTrue(house.report(house.device(0)).actions() > 0, "it was chosen before");
            assertArrayEquals(Kernels.filled(LENGTH, 1), Kernels.content(x));
        }
    }

    @Test
    void INV_9_with_the_last_of_them_the_loop_fails_by_name() {
        Backend backend = House.reference(2);
        try (House house = House.host().plug(backend, 2);
                Buffer x = house.platform.buffer(JAVA_LONG, LENGTH)) {
            Place place = Place.among(List.of(house.device(0), house.device(1)));
            house.engine.remove(backend);
            try (Finish finish = house.platform.finish()) {
                var none =
                        assertThrows(
                                UnknownDomainException.class,
                                () -> count(finish, place, LoopKernels.COUNT, x));
                assertTrue(none.getMessage().contains("reference:1"), none.getMessage());
            }
        }
    }

    @Test
    void INV_11_one_that_cannot_run_the_kernel_is_not_left_out_in_silence() {
        try (House house = House.devices(1).plug(other("native"), 1);
                Buffer x = house.platform.buffer(JAVA_LONG, LENGTH);
                Finish finish = house.platform.finish()) {
            Place place = Place.among(List.of(house.host0(), house.device(1)));
            var refused =
                    assertThrows(
                            KernelFormatException.class,
                            () -> count(finish, place, LoopKernels.COUNT, x));
            assertTrue(refused.getMessage().contains("other:0"), refused.getMessage());
            assertThrows(
                    KernelFormatException.class,
                    () ->
                            finish.async(
                                    place, Kernels.ADD, x.elements(0, 1).inOut(), Argument.of(1L)));
            count(finish, Place.anywhere(), LoopKernels.COUNT, x).await();
            assertThrows(IllegalArgumentException.class, () -> Place.among(List.of()));
        }
    }

    private static Backend other(String format) {
        return new ReferenceBackend(
                List.of(DeviceInfo.plain("other:0", 2, House.MEGABYTE, format)), false);
    }

    @Test
    void r18_messagesNameDomainsAndRangesAndNoRecords() {
        Backend backend = House.reference(1);
        try (House house = House.host().plug(backend, 1);
                Finish finish = house.platform.finish()) {
            Place gone = Place.among(List.of(house.device(0)));
            house.engine.remove(backend);
            Buffer x = house.platform.buffer(JAVA_LONG, LENGTH);
            for (var named :
                    Map.of(gone, "[reference:0]", Place.kind("dsp"), "the kind dsp").entrySet()) {
                UnknownDomainException none =
                        assertThrows(
                                UnknownDomainException.class,
                                () -> count(finish, named.getKey(), LoopKernels.COUNT, x).await());
                assertEquals(
                        "no domain of " + named.getValue() + " is active; there are [host]",
                        none.getMessage());
            }
            assertEquals("any kind", Place.anywhere().toString());
            assertEquals("bytes 8 to 24 of " + x.name(), x.elements(1, 2).toString());
            assertEquals(
                    "READ_WRITE bytes 0 to 80 of " + x.name(),
                    x.elements(0, 10).inOut().toString());
        }
    }
}
