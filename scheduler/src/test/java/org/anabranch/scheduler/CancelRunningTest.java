package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Place;
import org.anabranch.api.Stream;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;

/** A9: what runs on a device that can end it is ended by cancelling. */
@Timeout(60)
class CancelRunningTest {
    private static final FaultPlan HANG = FaultPlan.NONE.hangAt(1);

    @Test
    void a9_a_running_kernel_that_is_cancelled_is_ended_and_its_device_comes_back() {
        try (House house = House.faulty(HANG, 1)) {
            Domain device = house.device(0);
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            try (Stream stream = device.stream()) {
                Event endless = stream.run(Kernels.FILL, x.all().out(), Argument.of(1L));
                House.until("it runs", () -> endless.state() == Event.State.RUNNING);
                assertFalse(endless.cancel());
                String message =
                        assertThrows(ActionCancelledException.class, endless::await).getMessage();
                assertEquals(Event.State.CANCELLED, endless.state());
                assertTrue(message.contains("was cancelled while it ran, which cost"), message);
                stream.closeNow();
            }
            House.until("it comes back", () -> house.platform.domains().size() == 2);
            assertEquals(2, house.device(0).generation());
        }
    }

    @Test
    void a9_what_waits_in_a_lane_and_is_cancelled_costs_no_device() {
        ReferenceBackend one =
                new ReferenceBackend(
                        List.of(DeviceInfo.plain("reference:0", 1, House.MEGABYTE, "java")), false);
        FaultyBackend backend = new FaultyBackend(one, HANG);
        try (House house = House.of(House.SETTINGS).plug(backend, 1)) {
            Domain device = house.device(0);
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Buffer y = house.platform.buffer(JAVA_LONG, 10);
            try (Stream first = device.stream();
                    Stream second = device.stream()) {
                Event slow = first.run(Kernels.FILL, x.all().out(), Argument.of(1L));
                House.until("it runs", () -> slow.state() == Event.State.RUNNING);
                Event queued = second.run(Kernels.FILL, y.all().out(), Argument.of(2L));
                assertFalse(queued.cancel());
                assertFalse(queued.await(Duration.ofSeconds(5)));
                assertEquals(Domain.State.ACTIVE, device.state());
                backend.device(device.id()).orElseThrow().resume();
                slow.await();
                queued.await();
            }
        }
    }

    @Test
    void a9_a_scope_that_is_cancelled_ends_its_kernels_on_devices() {
        try (House house = House.faulty(HANG, 1);
                Finish finish = house.platform.finish()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Event endless =
                    finish.async(
                            Place.kind("faulty"), Kernels.FILL, x.all().out(), Argument.of(1L));
            House.until("it runs", () -> endless.state() == Event.State.RUNNING);
            finish.cancel();
            assertThrows(ActionCancelledException.class, finish::close);
        }
    }

    @Test
    void a9_what_cannot_be_ended_is_said() {
        try (House house = House.devices(1);
                Stream stream = house.device(0).stream();
                Said said = new Said()) {
            Gate gate = new Gate();
            Event kept =
                    stream.run(
                            gate.fill,
                            house.platform.buffer(JAVA_LONG, 1).all().out(),
                            Argument.of(1L));
            gate.awaitEntered();
            assertFalse(kept.cancel());
            House.until("it is said", () -> said.has("cannot be ended on reference:0"));
            gate.open();
            kept.await();
            assertEquals(1, said.with("cannot be ended on reference:0").size());
        }
    }
}
