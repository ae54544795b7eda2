package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Place;
import org.anabranch.api.ProcessorMask;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Launch;
import org.anabranch.spi.StealPort;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Tasks for some domains beside workers of the host that have nothing to do but to steal. */
@Timeout(60)
class PinnedPlaceTest {
    private static final int TASKS = 50;

    private final Set<Boolean> onWorkers = ConcurrentHashMap.newKeySet();
    private final Kernel increment =
            Kernel.of("increment", Parameter.inOut("x"))
                    .java(
                            (piece, arguments) -> {
                                String name = Thread.currentThread().getName();
                                onWorkers.add(name.startsWith("anabranch-worker"));
                                MemorySegment x = arguments.segment(0);
                                x.set(JAVA_LONG, 0, x.get(JAVA_LONG, 0) + 1);
                            });

    /** Takes every task and begins none: each waits for a thief. */
    private static final class Hoard implements StealPort {
        private final Queue<Stolen> tasks = new ConcurrentLinkedQueue<>();

        @Override
        public int hungry() {
            return 1;
        }

        @Override
        public boolean offer(Launch launch, Completion completion) {
            return tasks.add(new Stolen(launch, completion));
        }

        @Override
        public Stolen steal() {
            return tasks.poll();
        }
    }

    /** A reference device with such a port. */
    private record Hoarding(Backend below) implements Backend {
        @Override
        public List<DeviceInfo> probe() {
            return below.probe();
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            Device device = below.open(info, mask);
            Optional<StealPort> port = Optional.of(new Hoard());
            return (Device)
                    Proxy.newProxyInstance(
                            Backend.class.getClassLoader(),
                            new Class<?>[] {Device.class},
                            (proxy, method, given) ->
                                    method.getName().equals("stealPort")
                                            ? port
                                            : method.invoke(device, given));
        }
    }

    @ParameterizedTest
    @CsvSource({"KIND, false", "DOMAIN, false", "AMONG, false", "BOTH, true"})
    @DisplayName("K2H-M2: the host takes back no task of which it was not said that it may run it")
    void k2hM2_theHostTakesBackOnlyWhatItMayRun(String width, boolean stolen) {
        try (House house = House.of(House.SETTINGS).plug(new Hoarding(House.reference(1)), 1);
                Buffer x = house.platform.buffer(JAVA_LONG, TASKS)) {
            // valid on the device, so that this is where a task for either is placed
            house.device(0).stream().run(Kernels.ADD, x.all().inOut(), Argument.of(1L)).await();
            try (Finish finish = house.platform.finish()) {
                for (int i = 0; i < TASKS; i++) {
                    finish.async(place(house, width), increment, x.elements(i, 1).inOut());
                }
            }
            assertArrayEquals(Kernels.filled(TASKS, 2), Kernels.content(x));
            if (stolen) {
                assertTrue(onWorkers.contains(true), "the device begins nothing, so a thief did");
            } else {
                assertEquals(Set.of(false), onWorkers, "whether workers of the host ran it");
            }
        }
    }

    private static Place place(House house, String width) {
        return switch (width) {
            case "KIND" -> Place.kind("reference");
            case "DOMAIN" -> house.device(0);
            case "AMONG" -> Place.among(List.of(house.device(0)));
            default -> Place.among(List.of(house.device(0), house.host0()));
        };
    }
}
