package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.ClosedException;
import org.anabranch.api.DeadlockException;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.Monitor;
import org.anabranch.api.Parameter;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.RangeException;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.scheduler.kernel.CopyAction;
import org.anabranch.scheduler.stream.CompletedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Streams whose short actions may be run by who enqueues them. */
@Timeout(120)
class UndeferredActionsTest {
    private static final StreamOptions UNDEFERRED = StreamOptions.DEFAULT.undeferred();

    /** Tells who ran it last. */
    private static final class Runner {
        private final AtomicReference<Thread> thread = new AtomicReference<>();
        private final Kernel kernel =
                Kernel.of("runner", Parameter.inOut("x"))
                        .java(
                                (piece, arguments) -> {
                                    thread.set(Thread.currentThread());
                                    Kernels.each(arguments, 0, old -> old + 1);
                                });

        Thread of(Event event) {
            event.await();
            return thread.get();
        }
    }

    private static Kernel doing(Runnable what) {
        return Kernel.of("doing", Parameter.inOut("x")).java((piece, arguments) -> what.run());
    }

    private static Monitor.StreamReport report(House house, Stream stream) {
        return house.engine.monitor().streams().stream()
                .filter(one -> one.id() == stream.id())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void what_might_be_short_runs_where_it_is_enqueued_if_nothing_is_in_flight() {
        try (House house = House.host();
                Stream stream = house.host0().stream(UNDEFERRED)) {
            Runner runner = new Runner();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Event event = stream.run(runner.kernel, x.all().inOut());
            assertEquals(Event.State.DONE, event.state());
            assertSame(Thread.currentThread(), runner.of(event));
            assertEquals(house.host0(), event.domain().orElseThrow());
            assertTrue(event.failure().isEmpty());
            assertTrue(event.await(Duration.ZERO));
            assertFalse(event.cancel());
            List<Event> told = new ArrayList<>();
            event.onSettled(told::add);
            assertEquals(List.of(event), told);
            event.onSettled(
                    late -> {
                        throw new IllegalStateException("a callback that fails is logged");
                    });
            assertArrayEquals(Kernels.filled(10, 1), Kernels.content(x));
            assertEquals(1, house.report(house.host0()).actions());
            assertEquals(1, report(house, stream).enqueued());
            assertEquals(0, report(house, stream).pending());
        }
    }

    @Test
    void a_stream_that_is_not_told_so_leaves_all_to_others() {
        try (House house = House.host();
                Stream stream = house.host0().stream()) {
            Runner runner = new Runner();
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            for (int i = 0; i < 100; i++) {
                assertNotSame(
                        Thread.currentThread(),
                        runner.of(stream.run(runner.kernel, x.all().inOut())));
            }
        }
    }

    @Test
    void a_kernel_that_took_long_is_left_to_others() {
        try (House house = House.host();
                Stream stream = house.host0().stream(UNDEFERRED)) {
            AtomicReference<Thread> ran = new AtomicReference<>();
            Kernel slow =
                    doing(
                            () -> {
                                ran.set(Thread.currentThread());
                                House.pause(2);
                            });
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            stream.run(slow, x.all().inOut());
            assertSame(Thread.currentThread(), ran.get());
            for (int i = 0; i < 20; i++) {
                stream.run(slow, x.all().inOut()).await();
                assertNotSame(Thread.currentThread(), ran.get());
            }
        }
    }

    @Test
    void what_workers_found_short_runs_at_once_again() {
        try (House house = House.host();
                Stream stream = house.host0().stream(UNDEFERRED)) {
            AtomicReference<Thread> ran = new AtomicReference<>();
            boolean[] first = {true};
            Kernel kernel =
                    doing(
                            () -> {
                                ran.set(Thread.currentThread());
                                if (first[0]) {
                                    first[0] = false;
                                    House.pause(5);
                                }
                            });
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            stream.run(kernel, x.all().inOut()).await();
            stream.run(kernel, x.all().inOut()).await();
            assertNotSame(Thread.currentThread(), ran.get());
            for (int i = 0; ran.get() != Thread.currentThread(); i++) {
                assertTrue(i < 1_000_000, "it is never known to be short");
                stream.run(kernel, x.all().inOut()).await();
            }
        }
    }

    @Test
    void what_comes_after_something_in_flight_waits_for_it() {
        try (House house = House.host();
                Stream stream = house.host0().stream(UNDEFERRED);
                Stream other = house.host0().stream()) {
            Gate gate = new Gate();
            Runner runner = new Runner();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Buffer y = house.platform.buffer(JAVA_LONG, 10);
            stream.waitFor(other.run(gate.fill, y.all().out(), Argument.of(1L)));
            Event event = stream.run(runner.kernel, x.all().inOut());
            assertFalse(event.await(Duration.ofMillis(20)));
            gate.open();
            assertNotSame(Thread.currentThread(), runner.of(event));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void F1_a_failure_is_that_of_an_action_that_was_enqueued(boolean undeferred) {
        for (StreamOptions.OnFailure onFailure : StreamOptions.OnFailure.values()) {
            try (House house = House.host()) {
                StreamOptions options = StreamOptions.DEFAULT.with(onFailure);
                Stream stream = house.host0().stream(undeferred ? options.undeferred() : options);
                Buffer x = house.platform.buffer(JAVA_LONG, 10);
                Buffer y = house.platform.buffer(JAVA_LONG, 10);
                stream.run(Kernels.FILL, y.all().out(), Argument.of(7L));
                Event failed = stream.run(Kernels.FAIL, x.all().inOut());
                failed.await(Duration.ofSeconds(60));
                Event needs = stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
                Event apart = stream.run(Kernels.ADD, y.all().inOut(), Argument.of(1L));
                ActionFailedException thrown =
                        assertThrows(ActionFailedException.class, stream::await);
                assertTrue(thrown.getMessage().contains("(action "), thrown.getMessage());
                assertTrue(thrown.getMessage().contains("as planned"), thrown.getMessage());
                stream.await(); // told once
                boolean all = onFailure == StreamOptions.OnFailure.FAIL_STREAM;
                boolean none = onFailure == StreamOptions.OnFailure.IGNORE;
                assertEquals(Event.State.FAILED, failed.state());
                assertEquals(none ? Event.State.DONE : Event.State.CANCELLED, needs.state());
                assertEquals(all ? Event.State.CANCELLED : Event.State.DONE, apart.state());
                assertEquals(4, report(house, stream).enqueued());
                assertEquals(0, report(house, stream).pending());
                assertEquals(all ? 3 : none ? 1 : 2, house.report(house.host0()).failed());
                stream.close();
                x.close();
                y.close();
                assertEquals(0, house.report(house.host0()).instanceBytes());
            }
        }
    }

    @Test
    void what_a_kernel_enqueues_in_its_own_stream_comes_after_it() {
        try (House house = House.host();
                Stream stream = house.host0().stream(UNDEFERRED)) {
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            List<Event> inner = new ArrayList<>();
            Kernel outer =
                    Kernel.of("outer", Parameter.inOut("x"))
                            .java(
                                    (piece, arguments) -> {
                                        for (int i = 0; i < 3; i++) {
                                            inner.add(
                                                    stream.run(
                                                            Kernels.ADD,
                                                            x.all().inOut(),
                                                            Argument.of(10L)));
                                        }
                                        inner.add(stream.barrier());
                                        House.pause(20);
                                        inner.forEach(
                                                event ->
                                                        assertEquals(
                                                                Event.State.QUEUED, event.state()));
                                        Kernels.each(arguments, 0, old -> 5);
                                    });
            stream.run(outer, x.all().inOut()).await();
            stream.await();
            assertEquals(35, Kernels.content(x)[0]);
            assertEquals(5, report(house, stream).enqueued());
        }
    }

    @Test
    void F9_an_action_that_waits_for_its_own_stream_is_refused() {
        try (House house = House.host()) {
            Stream stream = house.host0().stream(UNDEFERRED);
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            for (Runnable wait :
                    List.<Runnable>of(
                            stream::await,
                            () -> stream.await(Duration.ofSeconds(60)),
                            stream::close,
                            stream::closeNow)) {
                Event event =
                        stream.run(doing(wait), house.platform.buffer(JAVA_LONG, 1).all().inOut());
                assertInstanceOf(IllegalStateException.class, rootOf(event));
            }
            Event ring =
                    stream.run(
                            doing(
                                    () ->
                                            stream.run(Kernels.LOOK, x.all().in())
                                                    .await(Duration.ofSeconds(60))),
                            house.platform.buffer(JAVA_LONG, 1).all().inOut());
            assertInstanceOf(DeadlockException.class, rootOf(ring));
            Event mark =
                    stream.run(
                            doing(() -> stream.mark().await(Duration.ofSeconds(60))),
                            house.platform.buffer(JAVA_LONG, 1).all().inOut());
            assertInstanceOf(DeadlockException.class, rootOf(mark));
            assertThrows(ActionFailedException.class, stream::close);
        }
    }

    /** What an action left enqueued may keep the next one from running at once. */
    private static Throwable rootOf(Event event) {
        assertTrue(event.await(Duration.ofSeconds(60)));
        Throwable root = event.failure().orElseThrow();
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "mark", "barrier", "await", "close", "closeNow"})
    void what_another_thread_asks_of_the_stream_comes_after_what_runs(String what)
            throws Exception {
        try (House house = House.host()) {
            Stream stream = house.host0().stream(UNDEFERRED);
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 4);
            CompletableFuture<Event> running =
                    CompletableFuture.supplyAsync(
                            () -> stream.run(gate.fill, x.all().out(), Argument.of(3L)));
            gate.awaitEntered();
            assertEquals(1, report(house, stream).pending());
            CompletableFuture<Void> asked = CompletableFuture.runAsync(() -> ask(what, stream, x));
            assertThrows(
                    java.util.concurrent.TimeoutException.class,
                    () -> asked.get(20, TimeUnit.MILLISECONDS));
            assertFalse(running.isDone());
            gate.open();
            asked.get();
            assertEquals(Event.State.DONE, running.get().state());
            assertArrayEquals(Kernels.filled(4, what.equals("run") ? 4 : 3), Kernels.content(x));
            stream.close();
        }
    }

    private static void ask(String what, Stream stream, Buffer x) {
        switch (what) {
            case "run" -> stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L)).await();
            case "mark" -> stream.mark().await();
            case "barrier" -> stream.barrier().await();
            case "await" -> stream.await();
            case "close" -> stream.close();
            default -> stream.closeNow();
        }
    }

    @Test
    void what_is_refused_is_refused_as_ever_and_leaves_nothing() {
        try (House house = House.host()) {
            Stream stream = house.host0().stream(UNDEFERRED);
            Buffer x = house.platform.buffer(JAVA_LONG, 4);
            Buffer y = house.platform.buffer(JAVA_LONG, 4);
            y.close();
            assertThrows(
                    KernelArgumentException.class, () -> stream.run(Kernels.ADD, x.all().inOut()));
            assertThrows(
                    KernelArgumentException.class, () -> stream.run(Kernels.LOOK, x.all().out()));
            assertThrows(ClosedException.class, () -> stream.run(Kernels.LOOK, y.all().in()));
            assertThrows(
                    ClosedException.class,
                    () -> stream.run(Kernels.MOVE, x.all().in(), y.all().out()));
            stream.close();
            assertThrows(ClosedException.class, () -> stream.run(Kernels.LOOK, x.all().in()));
            x.close();
            assertEquals(0, house.report(house.host0()).instanceBytes());
            assertEquals(0, house.report(house.host0()).actions());
        }
    }

    @Test
    void data_on_devices_and_commuting_writes_are_left_to_others() {
        try (House house = House.devices(1);
                Stream there = house.device(0).stream();
                Stream stream = house.host0().stream(UNDEFERRED)) {
            Runner runner = new Runner();
            Buffer x = house.platform.buffer(JAVA_LONG, 4);
            Buffer y = house.platform.buffer(JAVA_LONG, 4);
            Event reduced = stream.run(runner.kernel, y.all().reduce());
            assertNotSame(Thread.currentThread(), runner.of(reduced));
            there.run(Kernels.FILL, x.all().out(), Argument.of(6L)).await();
            assertNotSame(
                    Thread.currentThread(), runner.of(stream.run(runner.kernel, x.all().inOut())));
            assertArrayEquals(Kernels.filled(4, 7), Kernels.content(x));
        }
    }

    @Test
    void parts_of_the_host_and_modes_that_look_closer_leave_all_to_workers() {
        try (House house = House.host();
                Stream stream = house.host0().part(ProcessorMask.of(1)).stream(UNDEFERRED);
                Stream anywhere = house.platform.stream(UNDEFERRED)) {
            Runner runner = new Runner();
            Buffer x = house.platform.buffer(JAVA_LONG, 4);
            assertNotSame(
                    Thread.currentThread(), runner.of(stream.run(runner.kernel, x.all().inOut())));
            assertNotSame(
                    Thread.currentThread(),
                    runner.of(anywhere.run(runner.kernel, x.all().inOut())));
        }
        for (EngineSettings closer :
                List.of(House.SETTINGS.inCheckedMode(), House.SETTINGS.inTracedMode())) {
            try (House house = House.of(closer);
                    Stream stream = house.host0().stream(UNDEFERRED)) {
                Runner runner = new Runner();
                Buffer x = house.platform.buffer(JAVA_LONG, 4);
                assertNotSame(
                        Thread.currentThread(),
                        runner.of(stream.run(runner.kernel, x.all().inOut())));
            }
        }
    }

    @Test
    void a_small_copy_is_made_at_once_and_a_large_one_by_others() {
        try (House house = House.host();
                Stream stream = house.host0().stream(UNDEFERRED)) {
            int length = 100_000;
            Buffer x = house.platform.buffer(JAVA_LONG, length);
            Buffer y = house.platform.buffer(JAVA_LONG, length);
            x.write().fill((byte) 1);
            y.write().fill((byte) 2);
            Event small = stream.copy(x.elements(3, 500), y.elements(7, 500));
            assertEquals(Event.State.DONE, small.state());
            assertEquals(house.host0(), small.domain().orElseThrow());
            long[] now = Kernels.content(y);
            assertEquals(0x0202020202020202L, now[6]);
            assertEquals(0x0101010101010101L, now[7]);
            assertEquals(0x0101010101010101L, now[506]);
            assertEquals(0x0202020202020202L, now[507]);
            assertInstanceOf(CompletedEvent.class, small);
            Event large = stream.copy(x.all(), y.all());
            assertInstanceOf(CopyAction.class, large);
            Event after = stream.copy(y.elements(99_999, 1), y.elements(0, 1));
            after.await();
            assertEquals(Event.State.DONE, large.state());
            assertArrayEquals(Kernels.content(x), Kernels.content(y));
            y.close();
            assertThrows(
                    ClosedException.class, () -> stream.copy(x.elements(0, 1), y.elements(0, 1)));
            assertThrows(
                    RangeException.class, () -> stream.copy(x.elements(0, 2), x.elements(1, 2)));
        }
    }

    @Test
    void updates_by_many_threads_are_neither_lost_nor_doubled() {
        try (House house = House.host();
                Stream stream = house.host0().stream(UNDEFERRED)) {
            int threads = 4;
            int updates = 20_000;
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                all.add(
                        CompletableFuture.runAsync(
                                () -> {
                                    for (int i = 0; i < updates; i++) {
                                        stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
                                        if (i % 100 == 0) {
                                            stream.await();
                                        }
                                    }
                                }));
            }
            all.forEach(CompletableFuture::join);
            stream.await();
            assertEquals((long) threads * updates, Kernels.content(x)[0]);
            assertEquals((long) threads * updates, house.report(house.host0()).actions());
            assertEquals((long) threads * updates, report(house, stream).enqueued());
        }
    }

    @Test
    void F1_what_was_never_run_because_of_a_failure_is_cancelled_in_every_thread() {
        try (House house = House.host()) {
            Stream stream = house.host0().stream(UNDEFERRED);
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            CompletableFuture<Event> running =
                    CompletableFuture.supplyAsync(() -> stream.run(gate.fail, x.all().inOut()));
            gate.awaitEntered();
            Event after = stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
            gate.open();
            assertEquals(Event.State.FAILED, running.join().state());
            assertThrows(ActionCancelledException.class, after::await);
            assertThrows(ActionFailedException.class, stream::close);
        }
    }
}
