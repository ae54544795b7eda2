package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.ProcessorMask;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** B5: what a device that was closed meanwhile has no room for was not refused for want of room. */
@Timeout(60)
class ClosedBeforeRoomTest {
    private static final long SOON_NANOS = 10_000_000;

    /** Devices that allocate when they are closed. */
    private record SlowRoom(Backend below, Gate gate) implements Backend {
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
                            (proxy, method, arguments) -> call(device, method, arguments));
        }

        private Object call(Device device, Method method, Object[] arguments) throws Throwable {
            if (method.getName().equals("allocate")) {
                gate.pass();
            }
            try {
                return method.invoke(device, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            } finally {
                if (method.getName().equals("close")) {
                    gate.open();
                }
            }
        }
    }

    @Test
    void b5_a_kernel_whose_device_closes_before_it_has_room_is_told_of_that() {
        Gate gate = new Gate();
        Backend backend = new SlowRoom(House.reference(1), gate);
        EngineSettings soon =
                new EngineSettings(3, House.SETTINGS.memoryLimit(), SOON_NANOS, false, false);
        try (House house = House.of(soon).plug(backend, 1);
                Buffer x = house.platform.buffer(JAVA_LONG, 10)) {
            Domain device = house.device(0);
            Finish finish = house.platform.finish();
            CompletableFuture<Event> enqueued =
                    CompletableFuture.supplyAsync(
                            () ->
                                    finish.async(
                                            device, Kernels.FILL, x.all().out(), Argument.of(4L)));
            gate.awaitEntered();
            house.engine.remove(backend);
            Event event = enqueued.join();
            AnabranchException told = assertThrows(AnabranchException.class, event::await);
            assertInstanceOf(DomainClosedException.class, told.getCause());
            assertThrows(AnabranchException.class, finish::close);
        }
    }
}
