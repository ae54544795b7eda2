package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelLibrary;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Region;
import org.anabranch.api.Result;
import org.anabranch.api.Stream;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.scheduler.pool.ForeignCode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;

/** Whatever the code of a program throws, or does to its thread, its event comes and others run. */
@Timeout(20)
class ForeignCodeTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private static final Kernel TOUCH =
            Kernel.of("touch", Parameter.inOut("b")).java((piece, arguments) -> {});

    /** The ways in which a program's code comes to run. */
    enum Door {
        TASK,
        CALL,
        AFTER,
        LOOP,
        LOOP_2D,
        FORK,
        STREAM_KERNEL,
        SHARED_KERNEL,
        SCOPE_KERNEL,
        LOOP_KERNEL,
        UNDEFERRED,
        DEVICE_KERNEL;

        /** Runs the body once or more through this door, and returns what came of it. */
        AnabranchException pass(House house, Runnable body) {
            BundlePlatform platform = house.platform;
            Kernel kernel =
                    Kernel.of("foreign", Parameter.inOut("b"))
                            .java((piece, arguments) -> body.run());
            try (Buffer b = platform.buffer(JAVA_INT, 64)) {
                switch (this) {
                    case TASK, CALL, AFTER, LOOP, LOOP_2D, FORK, SCOPE_KERNEL, LOOP_KERNEL ->
                            inScope(platform, body, kernel, b);
                    default -> inStream(house, kernel, b);
                }
                return null;
            } catch (AnabranchException failure) {
                return failure;
            }
        }

        private void inScope(BundlePlatform platform, Runnable body, Kernel kernel, Buffer b) {
            try (Finish finish = platform.finish()) {
                switch (this) {
                    case TASK -> finish.async(body);
                    case CALL ->
                            finish.call(
                                    () -> {
                                        body.run();
                                        return 1;
                                    });
                    case AFTER -> finish.async(List.of(finish.call(() -> 1)), body);
                    case LOOP -> finish.forasync(Loop.of(0, 10), i -> body.run());
                    case LOOP_2D ->
                            finish.forasync(Loop.of(0, 4).by(0, 4), (long i, long j) -> body.run());
                    case FORK -> finish.async(() -> platform.forkJoin(body, () -> {}));
                    case SCOPE_KERNEL -> finish.async(platform.host(), kernel, b.all().inOut());
                    default ->
                            finish.forasync(
                                    platform.host(),
                                    Loop.of(0, 64).tile(8),
                                    kernel,
                                    b.inOut(
                                            (piece, shape) ->
                                                    Region.of(
                                                            piece.low0() * 4,
                                                            (piece.high0() - piece.low0()) * 4)));
                }
            }
        }

        private void inStream(House house, Kernel kernel, Buffer b) {
            try (Stream stream =
                    switch (this) {
                        case DEVICE_KERNEL -> house.device(0).stream();
                        case UNDEFERRED ->
                                house.platform.host().stream(
                                        org.anabranch.api.StreamOptions.DEFAULT.undeferred());
                        default -> house.platform.host().stream();
                    }) {
                if (this == SHARED_KERNEL) {
                    stream.run(kernel, Loop.of(0, 64).tile(8), b.all().inOut());
                } else {
                    stream.run(kernel, b.all().inOut());
                }
            }
        }
    }

    /** An exception none of whose methods work. */
    static final class Hostile extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public String toString() {
            throw new AssertionError("no text");
        }

        @Override
        public Throwable getCause() {
            throw new StackOverflowError("no cause");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException("no trace");
        }
    }

    /** One that passes for an exception of the platform. */
    static final class HostileOfOurs extends AnabranchException {
        private static final long serialVersionUID = 1;

        HostileOfOurs() {
            super("ours");
        }

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public Throwable getCause() {
            throw new IllegalStateException("no cause");
        }
    }

    /** One that has no stack to begin with. */
    static final class NoStack extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public Throwable fillInStackTrace() {
            throw new IllegalStateException("no stack");
        }
    }

    @ParameterizedTest
    @EnumSource(Door.class)
    @DisplayName("A1: the interrupt flag that a body leaves on a worker is cleared")
    void a1_an_interrupt_flag_left_behind_is_cleared(Door door) {
        try (House house = House.devices(1)) {
            AtomicReference<Thread> ran = new AtomicReference<>();
            door.pass(
                    house,
                    () -> {
                        ran.set(Thread.currentThread());
                        Thread.currentThread().interrupt();
                    });
            boolean mine = Thread.interrupted();
            assertEquals(ran.get() == Thread.currentThread(), mine, "a program's own flag is its");
            if (!mine) {
                House.until("the flag is cleared", () -> !ran.get().isInterrupted());
                House.until("it sleeps", () -> isAsleep(ran.get()));
            }
            try (Finish finish = house.platform.finish()) {
                for (int i = 0; i < 20; i++) {
                    finish.call(
                            () -> {
                                Thread.sleep(1);
                                return 1;
                            });
                }
            }
        }
    }

    private static boolean isAsleep(Thread thread) {
        return switch (thread.getState()) {
            case WAITING, TIMED_WAITING, TERMINATED -> true;
            default -> false;
        };
    }

    @Test
    @DisplayName("A1: a worker that is interrupted while it is idle goes on sleeping")
    void a1_an_idle_worker_that_is_interrupted_sleeps_on() throws Exception {
        try (House house = House.of(EngineSettings.defaults().withWorkers(1))) {
            Thread worker = worker(house);
            House.until("it sleeps", () -> isAsleep(worker));
            worker.interrupt();
            House.until("the flag is cleared", () -> !worker.isInterrupted());
            House.until("it sleeps", () -> worker.getState() == Thread.State.WAITING);
        }
    }

    private static Thread worker(House house) throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        try (Finish finish = house.platform.finish()) {
            finish.async(() -> thread.complete(Thread.currentThread()));
        }
        return thread.get();
    }

    @Test
    @DisplayName("A1: a flag of the outer body is its own, whatever runs on top of it")
    void a1_the_outer_body_keeps_its_flag() {
        try (House house = House.of(EngineSettings.defaults().withWorkers(1));
                Finish finish = house.platform.finish()) {
            Result<String> seen =
                    finish.call(
                            () -> {
                                Finish inner = house.platform.finish();
                                StringBuilder text = new StringBuilder();
                                inner.async(() -> text.append(Thread.interrupted()));
                                Thread.currentThread().interrupt();
                                inner.close();
                                return text.append(Thread.interrupted()).toString();
                            });
            assertEquals("falsetrue", seen.get());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Door.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"UNDEFERRED", "DEVICE_KERNEL"})
    @DisplayName("A1: the context class loader that a body sets is reset")
    void a1_a_context_class_loader_left_behind_is_reset(Door door) throws Exception {
        try (House house = House.of(EngineSettings.defaults().withWorkers(1))) {
            Thread worker = worker(house);
            ClassLoader before = worker.getContextClassLoader();
            ClassLoader other = new URLClassLoader(new URL[0]);
            door.pass(house, () -> Thread.currentThread().setContextClassLoader(other));
            try (Finish finish = house.platform.finish()) {
                assertSame(
                        before,
                        finish.call(() -> Thread.currentThread().getContextClassLoader()).get());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Door.class)
    @DisplayName("A2: an exception whose methods throw fails its action like any other")
    void a2_a_hostile_exception_fails_its_action(Door door) {
        for (Throwable hostile : List.of(new Hostile(), new HostileOfOurs())) {
            try (House house = House.devices(1)) {
                int before = house.engine.monitor().workers().size();
                AnabranchException failure =
                        door.pass(house, () -> ForeignCodeTest.<RuntimeException>sneak(hostile));
                assertInstanceOf(ActionFailedException.class, failure);
                assertDoesNotThrow(failure::getMessage);
                assertTrue(
                        reaches(failure, hostile),
                        () -> "the cause is there: " + failure.getMessage());
                assertEquals(before, house.engine.monitor().workers().size());
                try (Finish finish = house.platform.finish()) {
                    assertEquals(42, finish.call(() -> 42).get());
                }
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    private static boolean reaches(Throwable failure, Throwable wanted) {
        for (Throwable at = failure; at != null; at = at == wanted ? null : at.getCause()) {
            if (at == wanted || Arrays.asList(at.getSuppressed()).contains(wanted)) {
                return true;
            }
        }
        return false;
    }

    @ParameterizedTest
    @EnumSource(Door.class)
    @DisplayName("A2: errors of the virtual machine and of the stack fail their action")
    void a2_errors_fail_their_action(Door door) {
        for (Runnable body :
                List.<Runnable>of(
                        () -> {
                            throw new OutOfMemoryError("as planned");
                        },
                        () -> {
                            throw new NoStack();
                        },
                        ForeignCodeTest::overflow,
                        () -> sneak(new Exception("checked")),
                        () -> sneak(new InterruptedException("as planned")))) {
            try (House house = House.devices(1)) {
                assertInstanceOf(ActionFailedException.class, door.pass(house, body));
                assertInstanceOf(ActionFailedException.class, door.pass(house, body));
                try (Finish finish = house.platform.finish()) {
                    assertEquals(42, finish.call(() -> 42).get());
                }
            }
        }
    }

    private static void overflow() {
        overflow(1);
    }

    private static long overflow(long depth) {
        return depth == 0 ? 0 : 1 + overflow(depth + 1);
    }

    @Test
    @DisplayName("A2: what depends on a hostile failure is told, and waits end")
    void a2_dependants_of_a_hostile_failure_are_told() {
        try (House house = House.devices(1);
                Buffer b = house.platform.buffer(JAVA_INT, 64)) {
            Kernel hostile =
                    Kernel.of("hostile", Parameter.inOut("b"))
                            .java(
                                    (piece, arguments) -> {
                                        throw new Hostile();
                                    });
            Stream stream = house.device(0).stream();
            Event first = stream.run(hostile, b.all().inOut());
            Event second = house.platform.host().stream().run(TOUCH, b.all().inOut());
            Event third = stream.run(TOUCH, b.all().inOut());
            assertTrue(first.await(LONG) && second.await(LONG) && third.await(LONG));
            assertEquals(Event.State.FAILED, first.state());
            assertEquals(Event.State.CANCELLED, third.state());
            Finish finish = house.platform.finish();
            Event task = finish.async(List.of(first), () -> {});
            assertTrue(task.await(LONG));
            assertThrows(AnabranchException.class, finish::close);
            assertThrows(ActionFailedException.class, stream::close);
        }
    }

    @Test
    @DisplayName("A2: a callback that throws and interrupts harms neither others nor its thread")
    void a2_callbacks_may_throw_and_interrupt() throws Exception {
        try (House house = House.devices(1);
                Buffer b = house.platform.buffer(JAVA_INT, 64)) {
            CountDownLatch go = new CountDownLatch(1);
            CountDownLatch called = new CountDownLatch(4);
            AtomicReference<Thread> told = new AtomicReference<>();
            Finish finish = house.platform.finish();
            Kernel wait =
                    Kernel.of("wait", Parameter.inOut("b")).java((piece, arguments) -> go.await());
            List<Event> events =
                    List.of(
                            finish.call(
                                    () -> {
                                        go.await();
                                        return 1;
                                    }),
                            house.device(0).stream().run(wait, b.all().inOut()));
            for (Event event : events) {
                event.onSettled(one -> called.countDown());
                event.onSettled(
                        one -> {
                            told.set(Thread.currentThread());
                            Thread.currentThread().interrupt();
                            throw new Hostile();
                        });
                event.onSettled(one -> called.countDown());
            }
            go.countDown();
            called.await();
            finish.close();
            House.until("the flag is cleared", () -> !told.get().isInterrupted());
            assertEquals(1, ((Result<?>) events.getFirst()).get());
        }
    }

    @ParameterizedTest
    @EnumSource(MappingFault.class)
    @DisplayName("A4: a mapping that throws for part of a loop fails the loop, and nothing hangs")
    void a4_a_mapping_that_throws_fails_its_loop(MappingFault fault) {
        try (House house = House.devices(1);
                Buffer b = house.platform.buffer(JAVA_INT, 1000)) {
            Kernel kernel = Kernel.of("k", Parameter.inOut("b")).java((piece, arguments) -> {});
            Finish finish = house.platform.finish();
            Event loop =
                    finish.forasync(
                            Loop.of(0, 1000).tile(10),
                            kernel,
                            b.inOut(
                                    (piece, shape) -> {
                                        if (piece.count(0) < 1000 && piece.high0() > 500) {
                                            fault.happen();
                                        }
                                        return Region.of(
                                                piece.low0() * 4,
                                                (piece.high0() - piece.low0()) * 4);
                                    }));
            assertTrue(loop.await(LONG), "the loop settles");
            assertEquals(Event.State.FAILED, loop.state());
            String why = loop.failure().orElseThrow().getMessage();
            assertTrue(why.contains("a mapping of the loop of kernel k "), why);
            assertThrows(AnabranchException.class, finish::close);
            try (Finish other = house.platform.finish()) {
                assertEquals(42, other.call(() -> 42).get());
            }
        }
    }

    /** The fault of a mapping. */
    enum MappingFault {
        EXCEPTION,
        ERROR,
        HOSTILE,
        OVERFLOW,
        NULL;

        void happen() {
            switch (this) {
                case EXCEPTION -> throw new IllegalStateException("as planned");
                case ERROR -> throw new AssertionError("as planned");
                case HOSTILE -> throw new Hostile();
                case OVERFLOW -> overflow();
                case NULL -> throw new NullPointerException();
            }
        }
    }

    @Test
    @DisplayName("B11: a library that throws hides no kernel of another one")
    void b11_a_throwing_library_hides_no_other() {
        try (House house = House.host()) {
            KernelLibrary broken =
                    () -> {
                        throw new Hostile();
                    };
            KernelLibrary nothing = () -> null;
            Kernel kernel = Kernel.of("wanted");
            KernelLibrary good = () -> List.of(kernel);
            house.engine.add(broken);
            house.engine.add(nothing);
            house.engine.add(good);
            assertSame(kernel, house.platform.kernel("wanted").orElseThrow());
            assertFalse(house.platform.kernel("unknown").isPresent());
        }
    }

    @Test
    @DisplayName("A1: a device's thread keeps flag and loader, whatever kernels and callbacks do")
    void a1_the_thread_of_a_device_goes_back_as_it_came() throws Exception {
        try (House house = House.devices(1);
                Buffer b = house.platform.buffer(JAVA_INT, 64);
                Stream stream = house.device(0).stream()) {
            ClassLoader other = new URLClassLoader(new URL[0]);
            AtomicReference<Thread> lane = new AtomicReference<>();
            Gate gate = new Gate();
            Kernel changes =
                    Kernel.of("changes", Parameter.inOut("b"))
                            .java(
                                    (piece, arguments) -> {
                                        gate.pass();
                                        lane.set(Thread.currentThread());
                                        Thread.currentThread().setContextClassLoader(other);
                                        Thread.currentThread().interrupt();
                                    });
            CountDownLatch called = new CountDownLatch(1);
            Event event = stream.run(changes, b.all().inOut());
            event.onSettled(
                    settled -> {
                        Thread.currentThread().setContextClassLoader(other);
                        called.countDown();
                    });
            gate.open();
            called.await();
            House.until("the loader is its own", () -> lane.get().getContextClassLoader() != other);
            House.until("the flag is cleared", () -> !lane.get().isInterrupted());
        }
    }

    @Test
    @DisplayName("A2: a log that throws keeps no device from its end")
    void a2_a_log_that_throws_stops_no_unplugging() {
        Logger log = Logger.getLogger("org.anabranch");
        Handler full =
                new StreamHandler() {
                    @Override
                    public void publish(LogRecord record) {
                        throw new IllegalStateException("the log is full");
                    }
                };
        Gate gate = new Gate();
        Kernel endless =
                Kernel.of("endless", Parameter.inOut("b")).java((piece, arguments) -> gate.pass());
        log.addHandler(full);
        EngineSettings settings =
                new EngineSettings(1, House.SETTINGS.memoryLimit(), 1_000_000, false, false);
        ReferenceBackend backend = House.reference(2);
        try (House house = House.of(settings).plug(backend, 2)) {
            List<Domain> devices = List.of(house.device(0), house.device(1));
            Event event =
                    devices.getFirst().stream()
                            .run(endless, house.platform.buffer(JAVA_INT, 1).all().inOut());
            gate.awaitEntered();
            house.engine.remove(backend);
            assertTrue(event.isSettled());
            devices.forEach(device -> assertEquals(Domain.State.GONE, device.state()));
            gate.open();
        } finally {
            log.removeHandler(full);
        }
    }

    @Test
    @DisplayName("A1: a log that interrupts who writes leaves no flag on a thread of the runtime")
    void a1_a_log_leaves_no_flag_behind() throws Exception {
        Logger log = Logger.getLogger("org.anabranch");
        Handler rude =
                new StreamHandler() {
                    @Override
                    public void publish(LogRecord record) {
                        Thread.currentThread().interrupt();
                    }
                };
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        log.addHandler(rude);
        try {
            ForeignCode.start(
                    "writes",
                    () -> {
                        ForeignCode.warn("something", new Hostile());
                        flag.complete(Thread.currentThread().isInterrupted());
                    });
            assertFalse(flag.get());
        } finally {
            log.removeHandler(rude);
        }
    }

    @Test
    @DisplayName("C12: who is told that an action failed finds what it was to write undefined")
    void c12_who_is_told_of_a_failure_finds_its_data_undefined() {
        for (boolean device : new boolean[] {false, true}) {
            try (House house = House.devices(1);
                    Buffer b = house.platform.buffer(JAVA_INT, 16);
                    Stream other = house.platform.host().stream()) {
                Gate gate = new Gate();
                Kernel fail =
                        Kernel.of("fail", Parameter.inOut("b"))
                                .java(
                                        (piece, arguments) -> {
                                            gate.pass();
                                            throw new IllegalStateException("as planned");
                                        });
                Stream stream = (device ? house.device(0) : house.platform.host()).stream();
                Event failing = stream.run(fail, b.all().inOut());
                gate.awaitEntered();
                CompletableFuture<Event> reader = new CompletableFuture<>();
                failing.onSettled(settled -> reader.complete(other.run(TOUCH, b.all().inOut())));
                gate.open();
                assertTrue(reader.join().await(LONG));
                assertEquals(
                        Event.State.CANCELLED,
                        reader.join().state(),
                        "the data is settled before the event is");
                assertThrows(ActionFailedException.class, stream::close);
                assertThrows(AnabranchException.class, other::await);
            }
        }
    }

    @Test
    @DisplayName("R15: a callback finds flag and loader as they were before another one")
    void r15_a_callback_leaves_neither_flag_nor_loader_behind() throws Exception {
        try (House house = House.host();
                Buffer b = house.platform.buffer(JAVA_INT, 64);
                Stream stream = house.platform.host().stream()) {
            ClassLoader other = new URLClassLoader(new URL[0]);
            List<String> left = new CopyOnWriteArrayList<>();
            CountDownLatch called = new CountDownLatch(4);
            Gate gate = new Gate();
            Kernel waits =
                    Kernel.of("waits", Parameter.inOut("b"))
                            .java((piece, arguments) -> gate.pass());
            Event event = stream.run(waits, b.all().inOut());
            for (int i = 0; i < 4; i++) {
                event.onSettled(
                        settled -> {
                            Thread thread = Thread.currentThread();
                            if (thread.isInterrupted()) {
                                left.add("a flag");
                            }
                            if (thread.getContextClassLoader() == other) {
                                left.add("a loader");
                            }
                            thread.setContextClassLoader(other);
                            thread.interrupt();
                            called.countDown();
                        });
            }
            gate.open();
            called.await();
            assertEquals(List.of(), left);
        }
    }
}
