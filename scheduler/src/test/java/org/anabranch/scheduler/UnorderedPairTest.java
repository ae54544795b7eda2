package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Stream;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Two actions that write the same, in streams that nothing orders. */
@Timeout(60)
class UnorderedPairTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Kernel BOTH =
            Kernel.of("both", Parameter.out("one"), Parameter.out("other"))
                    .java((piece, arguments) -> {});

    /** Devices of which the first, asked for its second allocation, takes until the gate opens. */
    private record SlowAllocation(Backend below, Gate gate, AtomicInteger allocations)
            implements Backend {
        @Override
        public List<DeviceInfo> probe() {
            return below.probe();
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            Device device = below.open(info, mask);
            boolean first = info.id().endsWith(":0");
            return (Device)
                    Proxy.newProxyInstance(
                            Device.class.getClassLoader(),
                            new Class<?>[] {Device.class},
                            (proxy, method, arguments) -> {
                                if (first
                                        && method.getName().equals("allocate")
                                        && allocations.incrementAndGet() == 2) {
                                    gate.pass();
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
    void issue_20_two_that_take_the_same_buffers_the_other_way_round_do_not_wait_for_each_other() {
        Gate gate = new Gate();
        FaultyBackend backend =
                new FaultyBackend(
                        new SlowAllocation(House.reference(2), gate, new AtomicInteger()),
                        FaultPlan.NONE);
        try (House house = House.of(House.SETTINGS).plug(backend, 2);
                Stream here = house.device(0).stream();
                Stream there = house.device(1).stream();
                Stream home = house.host0().stream()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Buffer y = house.platform.buffer(JAVA_LONG, 10);
            there.run(Kernels.FILL, y.all().out(), Argument.of(1L)).await(); // not plain any more
            CompletableFuture<Event> one =
                    CompletableFuture.supplyAsync(
                            () -> here.run(BOTH, x.all().out(), y.all().out()));
            gate.awaitEntered();
            Event other = home.run(BOTH, y.all().out(), x.all().out());
            gate.open();
            assertTrue(other.await(PATIENCE), "each waits for the other");
            assertTrue(one.join().await(PATIENCE), "each waits for the other");
        }
    }
}
