package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** B5: what a device refuses that was closed meanwhile is told that it was closed. */
@Timeout(60)
class ClosedMeanwhileTest {
    private static final long SOON_NANOS = 10_000_000;

    /** Devices that are called after they have been closed, before the scheduler knows of it. */
    private record SlowCall(Backend below, String slow, Gate gate, CountDownLatch answered)
            implements Backend {
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
            if (!method.getName().equals(slow)) {
                Object answer = forward(device, method, arguments);
                if (method.getName().equals("close")) {
                    gate.open();
                    answered.await();
                }
                return answer;
            }
            gate.pass();
            try {
                return forward(device, method, arguments);
            } finally {
                answered.countDown();
            }
        }

        private static Object forward(Device device, Method method, Object[] arguments)
                throws Throwable {
            try {
                return method.invoke(device, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"allocate", "run"})
    void b5_a_kernel_whose_device_closes_meanwhile_is_told_of_that(String call) {
        Gate gate = new Gate();
        Backend backend = new SlowCall(House.reference(1), call, gate, new CountDownLatch(1));
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
            assertTrue(
                    told instanceof DomainClosedException
                            || told.getCause() instanceof DomainClosedException,
                    told::toString);
            assertThrows(AnabranchException.class, finish::close);
        }
    }
}
