package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Loop;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Stream;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Domains that come and go: INV_9, INV_10, lesson 13, D13. */
@Timeout(300)
class DomainLifeTest {
    private static final int PLUGS = Boolean.getBoolean("anabranch.nightly") ? 1_000 : 100;

    /** A backend whose devices with ids that end so open only when told to. */
    private record SlowToOpen(ReferenceBackend below, String which, CountDownLatch go)
            implements Backend {
        @Override
        public List<DeviceInfo> probe() {
            return below.probe();
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            try {
                if (info.id().endsWith(which)) {
                    go.await();
                }
            } catch (InterruptedException interrupted) {
                throw new DeviceException("interrupted", interrupted);
            }
            return below.open(info, mask);
        }
    }

    @Test
    void INV_10_without_any_device_the_host_does_it_all() {
        try (House house = House.host();
                Stream stream = house.platform.stream()) {
            assertEquals(List.of(house.host0()), house.platform.domains());
            assertTrue(house.host0().isHost());
            assertEquals(Domain.State.ACTIVE, house.host0().state());
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            stream.run(Kernels.FILL, x.all().out(), Argument.of(1L)).await();
            assertArrayEquals(Kernels.filled(10, 1), Kernels.content(x));
        }
    }

    @Test
    void INV_9_a_device_being_opened_takes_no_work_and_delays_nobody() {
        CountDownLatch go = new CountDownLatch(1);
        try (House house = House.host()) {
            house.engine.add(new SlowToOpen(House.reference(1), "", go));
            assertEquals(1, house.platform.domains().size());
            try (Stream stream = house.platform.stream()) {
                Buffer x = house.platform.buffer(JAVA_LONG, 10);
                stream.run(Kernels.FILL, x.all().out(), Argument.of(1L)).await();
            }
            go.countDown();
            House.until("it is active", () -> house.platform.domains().size() == 2);
            assertEquals(Domain.State.ACTIVE, house.device(0).state());
        }
    }

    @Test
    void INV_9_devices_of_a_backend_become_active_together() {
        CountDownLatch go = new CountDownLatch(1);
        try (House house = House.host()) {
            house.engine.add(new SlowToOpen(House.reference(2), "1", go));
            House.until("one is open", () -> house.engine.domains.devices().size() == 1);
            assertEquals(Domain.State.ADDED, house.engine.domains.devices().getFirst().state());
            assertEquals(1, house.platform.domains().size());
            go.countDown();
            House.until("both are active", () -> house.platform.domains().size() == 3);
        }
    }

    @Test
    void D13_devices_that_do_not_open_leave_nothing_behind() {
        AtomicBoolean broken = new AtomicBoolean(true);
        ReferenceBackend below = House.reference(3);
        Backend moody =
                new Backend() {
                    @Override
                    public List<DeviceInfo> probe() {
                        return below.probe();
                    }

                    @Override
                    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
                        if (broken.get() && info.id().endsWith("1")) {
                            throw new DeviceException("out of order, by plan");
                        }
                        return below.open(info, mask);
                    }
                };
        try (House house = House.host()) {
            for (int i = 0; i < 80; i++) {
                house.plug(moody, 2);
                house.engine.remove(moody);
                assertEquals(1, house.platform.domains().size());
            }
            broken.set(false);
            house.plug(moody, 3);
        }
    }

    @Test
    void INV_9_a_plugged_in_device_joins_and_comes_back_as_a_new_domain() {
        ReferenceBackend backend = House.reference(1);
        try (House house = House.of(House.SETTINGS).plug(backend, 1)) {
            Domain first = house.device(0);
            house.engine.remove(backend);
            assertEquals(Domain.State.GONE, first.state());
            assertThrows(AnabranchException.class, first::stream);
            house.plug(backend, 1);
            assertNotEquals(first, house.device(0));
            assertEquals(2, house.device(0).generation());
        }
    }

    @Test
    void INV_9_an_unplug_brings_home_what_is_only_valid_there() {
        ReferenceBackend backend = House.reference(2);
        try (House house = House.of(House.SETTINGS).plug(backend, 2)) {
            Buffer matrix = house.platform.buffer(JAVA_LONG, 8, 8);
            try (Stream left = house.device(0).stream();
                    Stream right = house.device(1).part(ProcessorMask.of(1, 2)).stream()) {
                left.run(Kernels.FILL, matrix.box(0, 0, 8, 3).out(), Argument.of(1L));
                right.run(Kernels.FILL, matrix.box(2, 3, 6, 5).out(), Argument.of(2L));
            }
            house.engine.remove(backend);
            long[] content = Kernels.content(matrix);
            assertEquals(1, content[0]);
            assertEquals(0, content[3]);
            assertEquals(2, content[2 * 8 + 3]);
            assertEquals(2, content[63]);
        }
    }

    @Test
    void INV_1_a_device_that_hangs_delays_its_unplug_for_a_while_only() {
        EngineSettings hasty = new EngineSettings(2, 1 << 24, 30_000_000, false, false);
        for (int hangs = 1; hangs <= 4; hangs++) {
            FaultyBackend backend =
                    new FaultyBackend(House.reference(1), FaultPlan.parse("hang at " + hangs));
            try (House house = House.of(hasty).plug(backend, 1)) {
                Buffer x = house.platform.buffer(JAVA_LONG, 10);
                Stream stream = house.device(0).stream();
                Stream host = house.host0().stream();
                List<Event> events = new ArrayList<>();
                events.add(stream.prefetch(x.all()));
                events.add(stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L)));
                events.add(stream.fetch(x.all()));
                events.add(stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L)));
                events.add(host.waitFor(stream.mark()));
                house.engine.remove(backend);
                House.until("all settle", () -> events.stream().allMatch(Event::isSettled));
                assertEquals(1, house.platform.domains().size());
                stream.closeNow();
                host.closeNow();
            }
        }
    }

    /** Programs of all kinds, until told to stop; typed failures are theirs to bear. */
    private static final class Programs {
        private final House house;
        private final AtomicBoolean stop = new AtomicBoolean();
        private final AtomicReference<Throwable> wrong = new AtomicReference<>();
        private final List<Thread> threads = new ArrayList<>();

        Programs(House house) {
            this.house = house;
            start(this::loops);
            start(this::streams);
        }

        private void start(Runnable program) {
            threads.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        while (!stop.get()) {
                                            try {
                                                program.run();
                                            } catch (Throwable thrown) {
                                                wrong.compareAndSet(null, thrown);
                                                return;
                                            }
                                        }
                                    }));
        }

        private void loops() {
            try (Buffer x = house.platform.buffer(JAVA_LONG, 4_000)) {
                try (Finish finish = house.platform.finish()) {
                    finish.forasync(
                            Loop.of(0, 4_000).tile(16), LoopKernels.COUNT, LoopKernels.count(x));
                }
                assertArrayEquals(Kernels.filled(4_000, 1), Kernels.content(x));
            } catch (AnabranchException lost) {
                House.pause(0);
            }
        }

        private void streams() {
            List<Domain> domains = house.platform.domains();
            List<Event> events = new ArrayList<>();
            try (Buffer x = house.platform.buffer(JAVA_LONG, 100);
                    Stream stream = domains.getLast().stream()) {
                for (int i = 0; i < 20; i++) {
                    events.add(stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L)));
                }
                stream.await();
                assertArrayEquals(Kernels.filled(100, 20), Kernels.content(x));
            } catch (AnabranchException unplugged) {
                House.until("every event comes", () -> events.stream().allMatch(Event::isSettled));
            }
        }

        void stop() throws InterruptedException {
            stop.set(true);
            for (Thread thread : threads) {
                thread.join(60_000);
                assertFalse(thread.isAlive(), () -> List.of(thread.getStackTrace()).toString());
            }
            if (wrong.get() != null) {
                throw new AssertionError("a program failed", wrong.get());
            }
        }
    }

    private static List<WeakReference<Object>> plugInAndOut(House house, boolean loses) {
        List<WeakReference<Object>> backends = new ArrayList<>();
        for (int i = 0; i < PLUGS; i++) {
            FaultPlan plan = loses && i % 3 == 0 ? FaultPlan.parse("lose at 20") : FaultPlan.NONE;
            Backend backend = new FaultyBackend(House.reference(1), plan);
            house.engine.add(backend);
            if (i % 4 != 0) {
                House.pause(2);
            }
            house.engine.remove(backend);
            backends.add(new WeakReference<>(backend));
        }
        return backends;
    }

    /**
     * Returns the objects that are still reachable; a retry after a loss may hold its backend for
     * some seconds.
     */
    private static List<Object> leaked(List<WeakReference<Object>> backends) {
        for (int i = 0; i < 100 && !backends.isEmpty(); i++) {
            System.gc();
            backends.removeIf(backend -> backend.refersTo(null));
            House.pause(100);
        }
        return backends.stream().map(WeakReference::get).toList();
    }

    private static long devicesThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(
                        thread ->
                                thread.getName().contains("reference")
                                        || thread.getName().contains("faulty"))
                .count();
    }

    @Test
    void INV_9_plugging_in_and_out_under_load_leaks_nothing() throws InterruptedException {
        try (House house = House.host()) {
            Programs programs = new Programs(house);
            List<WeakReference<Object>> backends = plugInAndOut(house, true);
            programs.stop();
            House.until("no thread of a device is left", () -> devicesThreads() == 0);
            House.until(
                    "no action names a domain", () -> house.engine.domains.stillNamed().isEmpty());
            assertEquals(List.of(), leaked(backends));
            House.until("memory is given back", () -> house.engine.memories.hostMemory.used() == 0);
            assertEquals(1, house.platform.domains().size());
            house.plug(House.reference(60), 60);
        }
    }
}
