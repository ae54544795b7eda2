package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Promise;
import org.anabranch.api.Stream;
import org.anabranch.faulty.OddThrowable;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Throwables whose getters misbehave, from wherever foreign code may throw them. */
@Timeout(120)
class OddThrowableTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A message about one throwable, not its whole text. */
    private static final int READABLE = 20_000;

    private static void requireReadable(AnabranchException failure, OddThrowable odd) {
        assertNotNull(failure, odd::toString);
        String message = failure.getMessage();
        assertFalse(message.isEmpty(), odd::toString);
        assertTrue(message.length() < READABLE, () -> odd + ": " + message.length());
    }

    @ParameterizedTest
    @EnumSource(ForeignCodeTest.Door.class)
    void r2_code_that_throws_it_fails_readably(ForeignCodeTest.Door door) {
        try (House house = House.devices(1)) {
            for (OddThrowable odd : OddThrowable.all()) {
                AnabranchException failure =
                        door.pass(
                                house,
                                () -> {
                                    throw odd.make();
                                });
                assertInstanceOf(ActionFailedException.class, failure, odd::toString);
                requireReadable(failure, odd);
            }
        }
    }

    @Test
    void r2_a_callback_that_throws_it_harms_nobody() throws InterruptedException {
        try (House house = House.devices(1);
                Buffer x = house.platform.buffer(JAVA_LONG, 4);
                Stream stream = house.device(0).stream()) {
            for (OddThrowable odd : OddThrowable.all()) {
                CountDownLatch called = new CountDownLatch(2);
                Event event = stream.run(Kernels.FILL, x.all().out(), Argument.of(1L));
                event.onSettled(settled -> called.countDown());
                event.onSettled(
                        settled -> {
                            throw odd.make();
                        });
                event.onSettled(settled -> called.countDown());
                assertTrue(called.await(60, TimeUnit.SECONDS), odd::toString);
                event.await();
            }
        }
    }

    @Test
    void r2_a_promise_that_fails_with_it_is_readable_and_so_are_those_that_wait() {
        try (House house = House.host()) {
            for (OddThrowable odd : OddThrowable.all()) {
                if (odd.getter() == OddThrowable.Getter.FILL_IN) {
                    continue;
                }
                Promise<Integer> promise = house.platform.promise();
                Finish finish = house.platform.finish();
                Event waits = finish.async(List.of(promise), () -> {});
                assertTrue(promise.fail(odd.make()));
                assertTrue(waits.await(PATIENCE), odd::toString);
                requireReadable(assertThrows(AnabranchException.class, promise::get), odd);
                requireReadable(waits.failure().orElseThrow(), odd);
                requireReadable(assertThrows(AnabranchException.class, finish::close), odd);
            }
        }
    }

    @Test
    void r2_a_mapping_that_throws_it_fails_its_loop() {
        try (House house = House.devices(1);
                Buffer x = house.platform.buffer(JAVA_LONG, 100)) {
            for (OddThrowable odd : OddThrowable.all()) {
                Finish finish = house.platform.finish();
                Event loop =
                        finish.forasync(
                                Loop.of(0, 100).tile(10),
                                Kernels.FILL,
                                x.out(
                                        (piece, shape) -> {
                                            if (piece.count(0) < 100) {
                                                throw odd.make();
                                            }
                                            return shape.whole();
                                        }),
                                Argument.of(1L));
                assertTrue(loop.await(PATIENCE), odd::toString);
                requireReadable(loop.failure().orElseThrow(), odd);
                requireReadable(assertThrows(AnabranchException.class, finish::close), odd);
            }
        }
    }

    /** A device that fails, or is not entered at all, with what the test says. */
    private record OddBackend(Backend below, AtomicReference<OddThrowable> next, Misdeed misdeed)
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
                            (proxy, method, arguments) -> {
                                OddThrowable odd =
                                        method.getName().equals(misdeed.method)
                                                ? next.getAndSet(null)
                                                : null;
                                if (odd != null && misdeed.throwsIt) {
                                    throw odd.make();
                                }
                                if (odd != null) {
                                    ((Completion) arguments[arguments.length - 1])
                                            .failed(made(odd));
                                    return null;
                                }
                                try {
                                    return method.invoke(device, arguments);
                                } catch (InvocationTargetException thrown) {
                                    throw thrown.getCause();
                                }
                            });
        }
    }

    private static Throwable made(OddThrowable odd) {
        try {
            return odd.make();
        } catch (Throwable made) {
            return made;
        }
    }

    /** Where a device fails. */
    enum Misdeed {
        RUN_FAILS("run", false),
        RUN_THROWS("run", true),
        WRITE_FAILS("write", false),
        WRITE_THROWS("write", true),
        LOAD_THROWS("load", true),
        ALLOCATE_THROWS("allocate", true);

        private final String method;
        private final boolean throwsIt;

        Misdeed(String method, boolean throwsIt) {
            this.method = method;
            this.throwsIt = throwsIt;
        }
    }

    @ParameterizedTest
    @EnumSource(Misdeed.class)
    void r2_a_device_that_fails_with_it_fails_readably_and_goes_on(Misdeed misdeed) {
        AtomicReference<OddThrowable> next = new AtomicReference<>();
        ReferenceBackend below = House.reference(1);
        try (House house = House.of(House.SETTINGS).plug(new OddBackend(below, next, misdeed), 1)) {
            for (OddThrowable odd : OddThrowable.all()) {
                Stream stream = house.device(0).stream();
                try (Buffer x = house.platform.buffer(JAVA_LONG, 4)) {
                    next.set(odd);
                    Event fails =
                            stream.run(
                                    misdeed == Misdeed.LOAD_THROWS ? fresh() : Kernels.ADD,
                                    x.all().inOut(),
                                    Argument.of(1L));
                    Event depends = stream.run(Kernels.LOOK, x.all().in());
                    assertTrue(fails.await(PATIENCE), odd::toString);
                    assertTrue(depends.await(PATIENCE), odd::toString);
                    requireReadable(fails.failure().orElse(null), odd);
                    Event later = stream.run(Kernels.FILL, x.all().out(), Argument.of(2L));
                    assertTrue(later.await(PATIENCE), odd::toString);
                    assertEquals(Event.State.DONE, later.state(), odd::toString);
                }
                requireReadable(assertThrows(AnabranchException.class, stream::close), odd);
            }
        }
    }

    /** A kernel that no device has loaded. */
    private static Kernel fresh() {
        return Kernel.of("fresh", Parameter.inOut("to"), Parameter.scalar("value"))
                .java((piece, arguments) -> {});
    }
}
