package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Place;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Stream;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** B5: what had not begun when its device went is run elsewhere. */
@Timeout(60)
class LossBeforeSubmitTest {

    /** Devices of which the first load takes until the gate is open, and may be refused then. */
    private record SlowLoad(Backend below, Gate gate, AtomicBoolean slow, boolean refuses)
            implements Backend {
        SlowLoad(Backend below, Gate gate, AtomicBoolean slow) {
            this(below, gate, slow, false);
        }

        @Override
        public List<DeviceInfo> probe() {
            return below.probe();
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            Device device = below.open(info, mask);
            return (Device)
                    Proxy.newProxyInstance(
                            Device.class.getClassLoader(),
                            new Class<?>[] {Device.class},
                            (proxy, method, arguments) -> {
                                if (method.getName().equals("load") && slow.getAndSet(false)) {
                                    gate.pass();
                                    if (refuses) {
                                        throw new DeviceException("it is closed");
                                    }
                                }
                                try {
                                    return method.invoke(device, arguments);
                                } catch (InvocationTargetException thrown) {
                                    throw thrown.getCause();
                                }
                            });
        }
    }

    /** A device that is closed for its loss may refuse a load without the word loss. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void b5_a_kernel_whose_device_goes_while_it_is_loaded_runs_on_another(boolean refuses) {
        Gate gate = new Gate();
        FaultyBackend backend =
                new FaultyBackend(
                        new SlowLoad(House.reference(2), gate, new AtomicBoolean(true), refuses),
                        FaultPlan.NONE);
        try (House house = House.of(House.SETTINGS).plug(backend, 2);
                Finish finish = house.platform.finish()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Event event =
                    finish.async(
                            Place.kind("faulty"), Kernels.FILL, x.all().out(), Argument.of(4L));
            gate.awaitEntered();
            String first = event.domain().orElseThrow().id();
            backend.unplug(first);
            gate.open();
            event.await();
            assertEquals(4, Kernels.content(x)[0]);
        }
    }

    /** What the host is to add to is made by the kernel that is moved, and has been asked for. */
    @Test
    void issue_20_a_kernel_that_others_wait_for_where_it_was_is_not_moved_behind_them() {
        Gate gate = new Gate();
        FaultyBackend backend =
                new FaultyBackend(
                        new SlowLoad(House.reference(2), gate, new AtomicBoolean(true)),
                        FaultPlan.NONE);
        try (House house = House.of(House.SETTINGS).plug(backend, 2);
                Stream unordered = house.host0().stream()) {
            Finish finish = house.platform.finish();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Event filled =
                    finish.async(
                            Place.kind("faulty"), Kernels.FILL, x.all().out(), Argument.of(4L));
            gate.awaitEntered();
            Event added = unordered.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
            backend.unplug(filled.domain().orElseThrow().id());
            gate.open();
            assertTrue(filled.await(Duration.ofSeconds(20)), "the kernel waits for what waits");
            assertTrue(added.await(Duration.ofSeconds(20)), "what waits for the kernel ends");
            assertInstanceOf(DomainLostException.class, filled.failure().orElseThrow().getCause());
            assertThrows(AnabranchException.class, finish::close);
            assertThrows(AnabranchException.class, unordered::await);
        }
    }

    /** Cancelled actions retire after the kernel, too. */
    @Test
    void issue44_aKernelIsNotMovedBehindWhatWasCancelledWhileItWaitedForIt() {
        Gate gate = new Gate();
        FaultyBackend backend =
                new FaultyBackend(
                        new SlowLoad(House.reference(2), gate, new AtomicBoolean(true)),
                        FaultPlan.NONE);
        try (House house = House.of(House.SETTINGS).plug(backend, 2);
                Stream unordered = house.host0().stream()) {
            Finish finish = house.platform.finish();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Event filled =
                    finish.async(
                            Place.kind("faulty"), Kernels.FILL, x.all().out(), Argument.of(4L));
            gate.awaitEntered();
            Event added = unordered.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
            assertTrue(added.cancel());
            backend.unplug(filled.domain().orElseThrow().id());
            gate.open();
            assertTrue(filled.await(Duration.ofSeconds(20)), "the kernel waits for what waits");
            assertThrows(AnabranchException.class, finish::close);
            assertThrows(AnabranchException.class, unordered::await);
        }
    }
}
