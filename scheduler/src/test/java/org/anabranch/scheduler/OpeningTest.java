package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.Event;
import org.anabranch.api.Monitor.BackendReport;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.api.Monitor.RefusedDevice;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Stream;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.faulty.Fault;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.faulty.FaultyDevice;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Timeline;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** The state of devices before they open, if they do not open, and if they are lost while idle. */
@Timeout(120)
class OpeningTest {

    /** Reference devices, with something before looking and opening. */
    private abstract static class Moody implements Backend {
        final Backend below;

        Moody(int devices) {
            below = House.reference(devices);
        }

        void beforeProbe() {}

        @SuppressWarnings("unused") // by those that override it
        void beforeOpen(String id) throws DeviceException {}

        @Override
        public List<DeviceInfo> probe() {
            beforeProbe();
            return below.probe();
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            beforeOpen(info.id());
            return below.open(info, mask);
        }
    }

    private static void pass(CountDownLatch gate) {
        try {
            assertTrue(gate.await(60, TimeUnit.SECONDS), "the gate opens");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Time in which the pauses between tries are over at once, and noted. */
    private static final class NotedPauses implements Timeline {
        final List<Long> millis = Collections.synchronizedList(new ArrayList<>());

        @Override
        public long nanos() {
            return REAL.nanos();
        }

        @Override
        public void park(Object blocker, long nanos) {
            if (blocker instanceof PluggedBackend) {
                millis.add(TimeUnit.NANOSECONDS.toMillis(nanos));
            } else {
                REAL.park(blocker, nanos);
            }
        }

        @Override
        public void unpark(Thread thread) {
            REAL.unpark(thread);
        }

        @Override
        public void charge(Charge what, long units) {}

        @Override
        public void enter(int worker) {}

        @Override
        public void exit(int worker) {}
    }

    private static BackendReport backend(House house) {
        return house.engine.monitor().backends().getFirst();
    }

    private static List<String> shown(House house) {
        return house.engine.monitor().domains().stream()
                .map(DomainReport::domain)
                .map(domain -> domain.id() + " " + domain.state())
                .toList();
    }

    @Test
    void b2_a_backend_that_looks_for_its_devices_is_known_as_looking() {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        Backend slow =
                new Moody(1) {
                    @Override
                    void beforeProbe() {
                        asked.countDown();
                        pass(gate);
                    }
                };
        try (House house = House.host()) {
            house.engine.add(slow);
            pass(asked);
            assertTrue(backend(house).looking());
            UnknownDomainException none =
                    assertThrows(
                            UnknownDomainException.class, () -> house.platform.domains("mic:0"));
            assertTrue(none.getMessage().contains("still looking for devices"), none::getMessage);
            gate.countDown();
            House.until("it has looked", () -> !backend(house).looking());
            House.until("its device is there", () -> house.platform.domains().size() == 2);
        }
    }

    @Test
    void b2_a_device_that_is_found_is_shown_as_added_until_it_is_open() {
        CountDownLatch gate = new CountDownLatch(1);
        Backend slow =
                new Moody(2) {
                    @Override
                    void beforeOpen(String id) {
                        pass(gate);
                    }
                };
        try (House house = House.host()) {
            house.engine.add(slow);
            House.until("both are shown", () -> shown(house).size() == 3);
            assertEquals(
                    List.of("host ACTIVE", "reference:0 ADDED", "reference:1 ADDED"), shown(house));
            Domain added = house.engine.monitor().domains().getLast().domain();
            assertEquals(1, added.generation());
            assertEquals(4, added.processors().count());
            UnknownDomainException none =
                    assertThrows(
                            UnknownDomainException.class,
                            () -> house.platform.domains("reference:1"));
            assertTrue(
                    none.getMessage().contains("not open yet: [reference:0, reference:1]"),
                    none::getMessage);
            assertThrows(DomainClosedException.class, () -> added.part(ProcessorMask.of(0)));
            gate.countDown();
            House.until("both are open", () -> house.platform.domains().size() == 3);
            assertEquals(
                    List.of("host ACTIVE", "reference:0 ACTIVE", "reference:1 ACTIVE"),
                    shown(house));
            assertEquals(Domain.State.ACTIVE, added.state());
            house.engine.remove(slow);
            assertEquals(Domain.State.GONE, added.state());
        }
    }

    /**
     * A report was made while the device was announced; its state is read between the opening and
     * the activation. No selection waits for a device that is GONE.
     */
    @Test
    void r21_aReportOfADeviceThatOpensMeanwhileNeverSaysThatItIsGone() {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        CountDownLatch firstIsOpen = new CountDownLatch(1);
        Backend slow =
                new Moody(2) {
                    @Override
                    void beforeOpen(String id) {
                        if (id.endsWith("0")) {
                            pass(first);
                        } else {
                            firstIsOpen.countDown();
                            pass(second);
                        }
                    }
                };
        try (House house = House.host()) {
            house.engine.add(slow);
            House.until("both are shown", () -> shown(house).size() == 3);
            Domain reported = house.engine.monitor().domains().get(1).domain();
            assertEquals(Domain.State.ADDED, reported.state());
            first.countDown();
            pass(firstIsOpen);
            assertEquals(Domain.State.ADDED, reported.state());
            second.countDown();
            House.until("both are open", () -> house.platform.domains().size() == 3);
            assertEquals(Domain.State.ACTIVE, reported.state());
            house.engine.remove(slow);
            assertEquals(Domain.State.GONE, reported.state());
        }
    }

    @Test
    void b3_a_device_that_does_not_open_is_tried_again_for_ever_with_growing_pauses() {
        NotedPauses time = new NotedPauses();
        Backend stubborn =
                new Moody(2) {
                    private int tries;

                    @Override
                    void beforeOpen(String id) throws DeviceException {
                        if (id.endsWith("1") && ++tries <= 20) {
                            throw new DeviceException("try " + tries + " of 20, by plan");
                        }
                    }
                };
        try (House house = House.of(House.SETTINGS, time)) {
            house.engine.add(stubborn);
            House.until("both are open", () -> house.platform.domains().size() == 3);
            assertEquals(List.of(100L, 200L, 400L, 800L, 1600L, 3200L), time.millis.subList(0, 6));
            assertEquals(Collections.nCopies(13, 10_000L), time.millis.subList(7, 20));
            assertEquals(20, time.millis.size());
            assertEquals(List.of(), backend(house).refused());
        }
    }

    @Test
    void b3_why_a_device_does_not_open_is_told() {
        Backend broken =
                new Moody(2) {
                    @Override
                    void beforeOpen(String id) throws DeviceException {
                        if (id.endsWith("1")) {
                            throw new DeviceException("its cable is loose");
                        }
                    }
                };
        try (House house = House.host().plug(broken, 1)) {
            House.until("it is tried twice", () -> tries(house) > 1);
            RefusedDevice refused = backend(house).refused().getFirst();
            assertEquals("reference:1", refused.domain());
            assertEquals("its cable is loose", refused.reason());
            assertEquals(
                    List.of("host ACTIVE", "reference:0 ACTIVE", "reference:1 ADDED"),
                    shown(house));
            house.engine.remove(broken);
            assertEquals(List.of("host ACTIVE"), shown(house));
        }
    }

    private static int tries(House house) {
        return backend(house).refused().stream().mapToInt(RefusedDevice::tries).sum();
    }

    @Test
    void b3_a_backend_that_cannot_look_is_asked_again() {
        NotedPauses time = new NotedPauses();
        Backend blind =
                new Moody(1) {
                    private int looks;

                    @Override
                    void beforeProbe() {
                        if (++looks < 5) {
                            throw new IllegalStateException("no driver yet");
                        }
                    }
                };
        try (House house = House.of(House.SETTINGS, time)) {
            house.engine.add(blind);
            House.until("its device is there", () -> house.platform.domains().size() == 2);
            assertEquals(List.of(100L, 200L, 400L, 800L), time.millis);
            assertEquals("", backend(house).trouble());
        }
    }

    @Test
    void b4_a_device_that_is_lost_while_idle_is_gone_and_comes_back() {
        FaultyBackend backend = new FaultyBackend(House.reference(2), FaultPlan.NONE);
        try (House house = House.of(House.SETTINGS).plug(backend, 2)) {
            Domain first = house.device(0);
            backend.device("faulty:0").orElseThrow().lose();
            House.until("its loss is seen", () -> first.state() == Domain.State.GONE);
            House.until("it is back", () -> house.platform.domains().size() == 3);
            Domain again = house.platform.domains("faulty:0").getFirst();
            assertNotSame(first, again);
            assertEquals(2, again.generation());
            try (Stream stream = again.stream()) {
                Buffer x = house.platform.buffer(JAVA_LONG, 10);
                stream.run(Kernels.FILL, x.all().out(), Argument.of(3L)).await();
            }
        }
    }

    @Test
    void b2_a_device_that_opens_or_is_lost_is_in_every_listing() throws Exception {
        FaultyBackend backend = new FaultyBackend(House.reference(1), FaultPlan.NONE);
        AtomicInteger looks = new AtomicInteger();
        AtomicInteger missed = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        try (House house = House.of(House.SETTINGS).plug(backend, 1)) {
            Runnable look =
                    () -> {
                        while (!over.get()) {
                            looks.incrementAndGet();
                            if (house.engine.monitor().domains().size() < 2) {
                                missed.incrementAndGet();
                            }
                        }
                    };
            List<Thread> lookers = // more than processors: some are stopped in the midst of it
                    IntStream.range(0, 8).mapToObj(i -> Thread.ofPlatform().start(look)).toList();
            for (int round = 0; round < 100; round++) {
                Domain now = house.platform.domains("faulty:0").getFirst();
                backend.device("faulty:0").orElseThrow().lose();
                House.until("its loss is seen", () -> now.state() == Domain.State.GONE);
                House.until("it is back", () -> house.platform.domains().size() == 2);
            }
            over.set(true);
            for (Thread looker : lookers) {
                assertTrue(looker.join(Duration.ofSeconds(60)), "the looker ends");
            }
        }
        assertTrue(looks.get() > 100, "looks: " + looks);
        assertEquals(0, missed.get(), "looks that did not see it, of " + looks);
    }

    @Test
    void b4_a_lost_device_is_shown_as_long_as_it_is_there_and_not_open() {
        CountDownLatch gate = new CountDownLatch(1);
        FaultyBackend faulty = new FaultyBackend(House.reference(1), FaultPlan.NONE);
        Backend backend =
                new Backend() {
                    private boolean again;

                    @Override
                    public List<DeviceInfo> probe() {
                        return faulty.probe();
                    }

                    @Override
                    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
                        if (again) {
                            pass(gate);
                        }
                        again = true;
                        return faulty.open(info, mask);
                    }
                };
        try (House house = House.of(House.SETTINGS).plug(backend, 1)) {
            faulty.device("faulty:0").orElseThrow().lose();
            assertTrue(shown(house).contains("faulty:0 ADDED"), () -> shown(house).toString());
            assertFalse(house.platform.domains().size() > 1);
            gate.countDown();
            House.until("it is back", () -> house.platform.domains().size() == 2);
        }
    }

    @Test
    void b4_a_device_that_was_pulled_out_is_found_however_late_it_comes_back() {
        NotedPauses time = new NotedPauses();
        FaultyBackend backend = new FaultyBackend(House.reference(1), FaultPlan.NONE);
        try (House house = House.of(House.SETTINGS, time).plug(backend, 1)) {
            backend.unplug("faulty:0");
            House.until("it was looked for often", () -> time.millis.size() > 20);
            assertEquals(List.of("host ACTIVE"), shown(house));
            backend.plug("faulty:0");
            House.until("it is back", () -> house.platform.domains().size() == 2);
            assertEquals(2, house.device(0).generation());
        }
    }

    @Test
    void a9_what_hangs_on_a_device_ends_when_its_stream_is_closed_at_once() {
        FaultyBackend backend = new FaultyBackend(House.reference(1), FaultPlan.parse("hang at 1"));
        try (House house = House.of(House.SETTINGS).plug(backend, 1)) {
            Domain device = house.device(0);
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Stream stream = device.stream();
            Event hangs = stream.run(Kernels.FILL, x.all().out(), Argument.of(3L));
            FaultyDevice first = backend.device("faulty:0").orElseThrow();
            House.until("it hangs there", () -> first.count(Fault.Operation.RUN) == 1);
            stream.closeNow();
            ActionCancelledException ended =
                    assertThrows(ActionCancelledException.class, hangs::await);
            assertTrue(ended.getMessage().contains("abandoned"), ended::getMessage);
            assertEquals(Domain.State.GONE, device.state());
            backend.plan(FaultPlan.NONE);
        }
    }

    @Test
    @DisplayName("A1: a backend that interrupts the thread that asks it is asked with pauses still")
    void a1_the_keeper_of_a_backend_keeps_no_flag() throws Exception {
        AtomicReference<Thread> keeper = new AtomicReference<>();
        CountDownLatch tried = new CountDownLatch(2);
        AtomicReference<Boolean> flag = new AtomicReference<>(false);
        Moody moody =
                new Moody(1) {
                    @Override
                    void beforeProbe() {
                        keeper.set(Thread.currentThread());
                        flag.set(flag.get() || Thread.currentThread().isInterrupted());
                        Thread.currentThread().interrupt();
                    }

                    @Override
                    void beforeOpen(String id) throws DeviceException {
                        flag.set(flag.get() || Thread.currentThread().isInterrupted());
                        tried.countDown();
                        if (tried.getCount() > 0) {
                            throw new DeviceException("not yet");
                        }
                    }
                };
        try (House _ = House.of(House.SETTINGS, new NotedPauses()).plug(moody, 1)) {
            tried.await();
            assertFalse(flag.get(), "the flag of one call is not there at the next");
        }
    }

    @Test
    @DisplayName("B3: a device that does not say whether it has a port is used without one")
    void b3_a_device_that_answers_null_is_opened_without_a_port() {
        List<Backend.Device> opened = Collections.synchronizedList(new ArrayList<>());
        Moody moody =
                new Moody(1) {
                    @Override
                    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
                        Device device = portless(super.open(info, mask));
                        opened.add(device);
                        return device;
                    }
                };
        try (House house = House.of(House.SETTINGS).plug(moody, 1)) {
            assertEquals(1, opened.size(), "no device is opened twice and left behind");
            assertEquals(Domain.State.ACTIVE, house.device(0).state());
        }
    }

    /** The device, but that it says nothing when it is asked for its port. */
    private static Backend.Device portless(Backend.Device below) {
        return (Backend.Device)
                Proxy.newProxyInstance(
                        Backend.class.getClassLoader(),
                        new Class<?>[] {Backend.Device.class},
                        (proxy, method, given) ->
                                method.getName().equals("stealPort")
                                        ? null
                                        : method.invoke(below, given));
    }
}
