package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Stream;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.scheduler.action.Action;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;

/** Failures on a device whose operations are held until the test lets them go on. */
@Timeout(120)
class HeldDeviceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ELEMENTS = 16;

    private static Buffer longs(House house) {
        return house.platform.buffer(JAVA_LONG, ELEMENTS);
    }

    private static void requireState(Event.State expected, Event event) {
        assertTrue(event.await(PATIENCE), event::toString);
        assertEquals(expected, event.state(), event::toString);
    }

    /** The edge is added when no thread is left to pass the failure along it. */
    @Test
    void r15_a_predecessor_that_has_retired_passes_on_its_failure() {
        try (House house = House.devices(1);
                Buffer x = longs(house)) {
            Gate gate = new Gate();
            Stream stream = house.device(0).stream();
            Event failed = stream.run(gate.fail, x.all().inOut());
            gate.awaitEntered();
            Stream other = house.host0().stream();
            Event early = other.waitFor(List.of(failed));
            gate.open();
            House.until("it retires", () -> ((Action) failed).isRetired());
            requireState(Event.State.CANCELLED, early);
            requireState(Event.State.CANCELLED, other.waitFor(List.of(failed)));
            requireState(
                    Event.State.CANCELLED,
                    house.platform.finish().async(List.of(failed), () -> {}));
            stream.closeNow();
            other.closeNow();
        }
    }

    /** A device that fails once, and holds the operation before that. */
    private static House failingAt(FaultPlan plan) {
        return House.of(House.SETTINGS).plug(new FaultyBackend(House.reference(1), plan), 1);
    }

    @Test
    void r15_a_transfer_home_that_fails_leaves_the_host_invalid() {
        try (House house = failingAt(FaultPlan.parse("fail read at 1"));
                Buffer x = longs(house)) {
            Gate gate = new Gate();
            Stream stream = house.device(0).stream();
            stream.run(gate.fill, x.all().out(), Argument.of(7L));
            gate.awaitEntered();
            Event home = stream.fetch(x.all());
            Event alsoHome = house.host0().stream().run(Kernels.LOOK, x.all().in());
            gate.open();
            requireState(Event.State.CANCELLED, home);
            requireState(Event.State.CANCELLED, alsoHome);
            assertArrayEquals(Kernels.filled(ELEMENTS, 7), Kernels.content(x));
            stream.closeNow();
        }
    }

    @Test
    void r15_a_transfer_to_a_device_that_fails_leaves_the_device_invalid() {
        try (House house = failingAt(FaultPlan.parse("fail write at 1"));
                Buffer x = longs(house);
                Buffer y = longs(house)) {
            x.write().fill((byte) 1);
            long ones = 0x0101010101010101L;
            Stream stream = house.device(0).stream();
            Stream other = house.device(0).stream();
            requireState(Event.State.CANCELLED, stream.prefetch(x.all()));
            requireState(Event.State.DONE, other.run(Kernels.MOVE, x.all().in(), y.all().out()));
            assertArrayEquals(Kernels.filled(ELEMENTS, ones), Kernels.content(y));
            other.close();
            assertThrows(AnabranchException.class, stream::close);
        }
    }
}
