package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ProcessorMask;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** B5: a device that vanishes while its backend is being unplugged is closed as well. */
@Timeout(60)
class LossWhileUnpluggedTest {

    /** Devices of which the second opens slowly, and what was closed. */
    private record SlowSecond(Backend below, Gate gate, List<String> closed) implements Backend {
        @Override
        public List<DeviceInfo> probe() {
            return below.probe();
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            if (info.id().endsWith(":1")) {
                gate.pass();
            }
            Device device = below.open(info, mask);
            return (Device)
                    Proxy.newProxyInstance(
                            Device.class.getClassLoader(),
                            new Class<?>[] {Device.class},
                            (proxy, method, arguments) -> {
                                if (method.getName().equals("close")) {
                                    closed.add(info.id());
                                }
                                try {
                                    return method.invoke(device, arguments);
                                } catch (InvocationTargetException thrown) {
                                    throw thrown.getCause();
                                }
                            });
        }
    }

    @Test
    void b5_a_device_that_vanishes_while_its_backend_goes_is_closed_once() throws Exception {
        Gate gate = new Gate();
        List<String> closed = new CopyOnWriteArrayList<>();
        FaultyBackend below = new FaultyBackend(House.reference(2), FaultPlan.NONE);
        Backend backend = new SlowSecond(below, gate, closed);
        try (House house = House.host()) {
            house.engine.add(backend);
            gate.awaitEntered();
            Thread unplugging = Thread.ofPlatform().start(() -> house.engine.remove(backend));
            House.until(
                    "it waits for the one that opens",
                    () -> unplugging.getState() == Thread.State.TIMED_WAITING);
            below.unplug("faulty:0");
            gate.open();
            unplugging.join();
            assertTrue(closed.contains("faulty:0"), closed::toString);
            assertEquals(2, closed.size(), closed::toString);
        }
    }
}
