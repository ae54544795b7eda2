package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Promise;
import org.anabranch.api.Result;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** R1: a wait for an event that never comes ends immediately if it is cancelled, in any way. */
@Timeout(60)
class CancelWaitTest {
    private final House house = House.host();
    private final Promise<Integer> never = house.platform.promise();

    /** The house is closed by each test, which would hang if something still waited. */
    private void close() {
        house.close();
    }

    private Buffer buffer() {
        return house.platform.buffer(JAVA_LONG, 10);
    }

    private static void assertCancelled(Event event) {
        assertEquals(Event.State.CANCELLED, event.state(), event::toString);
        assertThrows(ActionCancelledException.class, event::await);
    }

    private static String messageOf(Event event) {
        return event.failure().orElseThrow().getMessage();
    }

    @Test
    void r1_cancel_of_a_scope_reaches_a_task_that_waits() {
        Finish finish = house.platform.finish();
        Event task = finish.async(List.of(never), () -> {});
        finish.cancel();
        assertCancelled(task);
        assertThrows(ActionCancelledException.class, finish::close);
        close();
    }

    @Test
    void r1_an_interrupt_of_close_reaches_a_task_that_waits() {
        Finish finish = house.platform.finish();
        Event task = finish.async(List.of(never), () -> {});
        Thread.currentThread().interrupt();
        assertThrows(ActionCancelledException.class, finish::close);
        assertTrue(Thread.interrupted(), "the thread stays interrupted");
        assertCancelled(task);
        close();
    }

    /** Kinds of threads that close. */
    enum Closer {
        PLATFORM {
            @Override
            Thread start(House house, Runnable body) {
                return Thread.ofPlatform().start(body);
            }
        },
        VIRTUAL {
            @Override
            Thread start(House house, Runnable body) {
                return Thread.ofVirtual().start(body);
            }
        },
        WORKER {
            @Override
            Thread start(House house, Runnable body) {
                AtomicReference<Thread> worker = new AtomicReference<>();
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try (Finish around = house.platform.finish()) {
                                        around.async(
                                                () -> {
                                                    worker.set(Thread.currentThread());
                                                    body.run();
                                                });
                                    }
                                });
                House.until("the task begins", () -> worker.get() != null);
                return worker.get();
            }
        };

        abstract Thread start(House house, Runnable body);
    }

    @ParameterizedTest
    @EnumSource(Closer.class)
    void r1_an_interrupt_ends_the_wait_of_any_thread_that_closes(Closer closer) throws Exception {
        AtomicReference<Event> task = new AtomicReference<>();
        AtomicReference<Event> wait = new AtomicReference<>();
        CountDownLatch scopeEnds = new CountDownLatch(1);
        CountDownLatch streamEnds = new CountDownLatch(1);
        Thread first =
                closer.start(
                        house,
                        () -> {
                            Finish finish = house.platform.finish();
                            task.set(finish.async(List.of(never), () -> {}));
                            assertThrows(ActionCancelledException.class, finish::close);
                            scopeEnds.countDown();
                        });
        Thread second =
                closer.start(
                        house,
                        () -> {
                            Stream stream = house.host0().stream();
                            wait.set(stream.waitFor(never));
                            assertThrows(ActionCancelledException.class, stream::close);
                            streamEnds.countDown();
                        });
        House.until("both wait", () -> task.get() != null && wait.get() != null);
        first.interrupt();
        second.interrupt();
        scopeEnds.await();
        streamEnds.await();
        assertCancelled(task.get());
        assertCancelled(wait.get());
        close();
    }

    @Test
    void r1_closeNow_reaches_all_that_has_not_begun() {
        Stream stream = house.host0().stream();
        Buffer x = buffer();
        Gate gate = new Gate();
        Event running = stream.run(gate.fill, buffer().all().out(), Argument.of(1L));
        gate.awaitEntered();
        Event wait = stream.waitFor(never);
        Event kernel = stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
        Event barrier = stream.barrier();
        Thread closer = Thread.ofPlatform().start(stream::closeNow);
        House.until("all has settled", barrier::isSettled);
        assertCancelled(wait);
        assertCancelled(kernel);
        assertCancelled(barrier);
        assertFalse(running.isSettled(), "what runs is waited for");
        assertTrue(messageOf(kernel).contains("was closed at once"), messageOf(kernel));
        gate.open();
        House.until("close returns", () -> !closer.isAlive());
        assertEquals(Event.State.DONE, running.state());
        close();
    }

    @Test
    void r1_cancel_of_a_wait_lets_its_stream_close() {
        Stream stream = house.host0().stream();
        Buffer x = buffer();
        Event wait = stream.waitFor(never);
        Event kernel = stream.run(Kernels.LOOK, x.all().in());
        assertTrue(wait.cancel());
        assertFalse(wait.cancel());
        assertCancelled(wait);
        assertCancelled(kernel);
        assertThrows(ActionCancelledException.class, stream::close);
        assertDoesNotThrow(x::read);
        close();
    }

    @Test
    void r1_cancel_of_a_kernel_behind_a_wait_settles_it_at_once() {
        Stream stream = house.host0().stream();
        Buffer x = buffer();
        Event wait = stream.waitFor(never);
        Event kernel = stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
        Event other = stream.run(Kernels.FILL, buffer().all().out(), Argument.of(1L));
        assertTrue(kernel.cancel());
        assertCancelled(kernel);
        assertEquals(Event.State.QUEUED, wait.state());
        never.complete(1);
        other.await();
        assertEquals(Event.State.DONE, wait.state());
        assertThrows(ActionCancelledException.class, stream::close);
        close();
    }

    @Test
    void r1_cancel_of_a_ranged_wait_reaches_what_uses_the_range() {
        Stream stream = house.host0().stream();
        Buffer x = buffer();
        Event wait = stream.waitFor(List.of(never), x.elements(0, 5));
        Event same = stream.run(Kernels.LOOK, x.elements(4, 2).in());
        Event beyond = stream.run(Kernels.LOOK, x.elements(5, 5).in());
        assertTrue(wait.cancel());
        assertCancelled(same);
        beyond.await();
        assertThrows(ActionCancelledException.class, stream::close);
        close();
    }

    @Test
    void r1_cancel_of_a_scope_reaches_scopes_within() {
        Finish outer = house.platform.finish();
        List<Event> tasks = new ArrayList<>();
        CountDownLatch waiting = new CountDownLatch(1);
        outer.async(
                () -> {
                    try (Finish middle = house.platform.finish()) {
                        middle.async(
                                () -> {
                                    try (Finish inner = house.platform.finish()) {
                                        tasks.add(inner.async(List.of(never), () -> {}));
                                        waiting.countDown();
                                    }
                                });
                    }
                });
        House.until("the innermost task waits", () -> waiting.getCount() == 0);
        outer.cancel();
        assertCancelled(tasks.getFirst());
        assertThrows(ActionCancelledException.class, outer::close);
        close();
    }

    @Test
    void r1_a_task_that_comes_to_wait_after_the_cancellation_is_cancelled() {
        Finish outer = house.platform.finish();
        Gate gate = new Gate();
        AtomicReference<Event> late = new AtomicReference<>();
        outer.async(
                () -> {
                    gate.pass();
                    try (Finish inner = house.platform.finish()) {
                        late.set(inner.async(List.of(never), () -> {}));
                    }
                });
        gate.awaitEntered();
        outer.cancel();
        gate.open();
        assertThrows(ActionCancelledException.class, outer::close);
        assertCancelled(late.get());
        close();
    }

    @Test
    void r1_the_end_of_a_program_ends_its_waits() {
        BundlePlatform leaving = house.engine.platform("leaving");
        Stream stream = leaving.host().stream();
        Event wait = stream.waitFor(never);
        Buffer x = leaving.buffer(JAVA_LONG, 10);
        Event ranged = leaving.host().stream().waitFor(List.of(never), x.all());
        Event task = leaving.finish().async(List.of(never), () -> {});
        leaving.close();
        assertCancelled(wait);
        assertCancelled(ranged);
        assertCancelled(task);
        assertFalse(never.isSettled(), "it belongs to another program");
        close();
    }

    @Test
    void r1_cancellation_wakes_bodies_that_wait() {
        Finish finish = house.platform.finish();
        List<Result<Throwable>> bodies = new ArrayList<>();
        bodies.add(finish.call(() -> thrownBy(never::await)));
        bodies.add(finish.call(() -> thrownBy(never::get)));
        Stream stream = house.host0().stream();
        stream.waitFor(never);
        bodies.add(finish.call(() -> thrownBy(stream::close)));
        CountDownLatch nested = new CountDownLatch(1);
        bodies.add(
                finish.call(
                        () -> {
                            Finish inner = house.platform.finish();
                            inner.async(
                                    () -> {
                                        nested.countDown();
                                        never.await();
                                    });
                            return thrownBy(inner::close);
                        }));
        House.until(
                "the bodies wait",
                () -> nested.getCount() == 0 && waitingWorkers() >= bodies.size());
        finish.cancel();
        for (Result<Throwable> body : bodies) {
            assertSame(ActionCancelledException.class, body.get().getClass());
        }
        finish.close();
        close();
    }

    /** Returns the number of workers and spares that wait; other workers may be idle. */
    private long waitingWorkers() {
        return house.engine.monitor().workers().stream()
                .filter(one -> one.activity().startsWith("waits for"))
                .count();
    }

    private static Throwable thrownBy(Runnable wait) {
        try {
            wait.run();
            return new AssertionError("nothing was thrown");
        } catch (Throwable thrown) {
            return thrown;
        }
    }

    @Test
    void r1_a_failed_event_ends_a_wait_for_others() {
        Promise<Integer> fails = house.platform.promise();
        Stream stream = house.host0().stream();
        Event wait = stream.waitFor(never, fails);
        Event behind = stream.run(Kernels.LOOK, buffer().all().in());
        Finish finish = house.platform.finish();
        Event task = finish.async(List.of(never, fails), () -> {});
        IllegalStateException root = new IllegalStateException("the socket is dead");
        fails.fail(root);
        for (Event event : List.of(wait, behind, task)) {
            assertCancelled(event);
            assertSame(root, event.failure().orElseThrow().getCause());
            assertTrue(messageOf(event).contains("the socket is dead"), messageOf(event));
        }
        assertThrows(ActionCancelledException.class, finish::close);
        assertThrows(ActionCancelledException.class, stream::close);
        close();
    }

    @Test
    void r1_a_foreign_event_is_given_up() {
        Event foreign = new House.Never();
        Stream stream = house.host0().stream();
        stream.waitFor(foreign);
        stream.closeNow();
        Finish finish = house.platform.finish();
        Event task = finish.async(List.of(foreign), () -> {});
        assertTrue(task.cancel());
        assertThrows(ActionCancelledException.class, finish::close);
        close();
    }

    @Test
    void r1_a_cancelled_action_does_not_let_successors_overtake() {
        Stream stream = house.host0().stream();
        Buffer x = buffer();
        Gate gate = new Gate();
        Event running = stream.run(gate.fill, x.all().out(), Argument.of(1L));
        Event between = stream.run(Kernels.FILL, x.all().out(), Argument.of(2L));
        Event last = stream.run(Kernels.FILL, x.all().out(), Argument.of(3L));
        gate.awaitEntered();
        assertTrue(between.cancel());
        assertEquals(Event.State.QUEUED, last.state());
        gate.open();
        last.await();
        assertEquals(Event.State.DONE, running.state());
        assertEquals(3, Kernels.content(x)[0]);
        assertThrows(ActionCancelledException.class, stream::close);
        close();
    }

    @Test
    void r1_a_long_chain_of_waits_is_cancelled_without_a_stack() {
        int length = 100_000;
        Stream[] streams = {house.host0().stream(), house.host0().stream()};
        Event first = streams[0].waitFor(never);
        Event last = first;
        for (int i = 1; i < length; i++) {
            last = streams[i % 2].waitFor(last);
        }
        Finish finish = house.platform.finish();
        Event task = finish.async(List.of(last), () -> {});
        for (int i = 0; i < length; i++) {
            task = finish.async(List.of(task), () -> {});
        }
        Event late = streams[0].waitFor(task);
        assertTrue(first.cancel());
        assertCancelled(last);
        assertCancelled(task);
        assertCancelled(late);
        String message = messageOf(late);
        assertTrue(message.contains("was cancelled") && message.length() < 1000, message);
        assertThrows(ActionCancelledException.class, finish::close);
        for (Stream stream : streams) {
            assertThrows(ActionCancelledException.class, stream::close);
        }
        close();
    }

    /** A device that loads kernels when it is let. */
    private record SlowLoads(Gate gate, Backend plain) implements Backend {
        @Override
        public List<DeviceInfo> probe() {
            return plain.probe();
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            Device device = plain.open(info, mask);
            return (Device)
                    Proxy.newProxyInstance(
                            Device.class.getClassLoader(),
                            new Class<?>[] {Device.class},
                            (proxy, method, arguments) -> {
                                if (method.getName().equals("load")) {
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
    void r1_a_kernel_that_its_device_is_loading_is_cancelled() {
        Gate gate = new Gate();
        house.plug(new SlowLoads(gate, House.reference(1)), 1);
        Stream stream = house.device(0).stream();
        Event queued = stream.run(Kernels.LOOK, buffer().all().in());
        gate.awaitEntered();
        stream.closeNow();
        assertCancelled(queued);
        Finish finish = house.platform.finish();
        Event task = finish.async(house.device(0), Kernels.LOOK, buffer().all().in());
        finish.cancel();
        assertCancelled(task);
        assertThrows(ActionCancelledException.class, finish::close);
        gate.open();
        close();
    }

    @ParameterizedTest
    @EnumSource(StreamOptions.Order.class)
    void r1_every_order_cancels_what_comes_after_a_wait(StreamOptions.Order order) {
        Stream stream = house.host0().stream(StreamOptions.DEFAULT.with(order));
        Buffer x = buffer();
        Event wait = stream.waitFor(List.of(never), x.all());
        Event before = stream.run(Kernels.LOOK, x.all().in());
        assertTrue(wait.cancel());
        Event after = stream.run(Kernels.FILL, x.all().out(), Argument.of(1L));
        Event again = stream.run(Kernels.FILL, x.all().out(), Argument.of(1L));
        assertCancelled(before);
        assertCancelled(after);
        assertCancelled(again);
        assertThrows(ActionCancelledException.class, stream::await);
        stream.run(Kernels.FILL, x.all().out(), Argument.of(1L)).await();
        stream.close();
        close();
    }
}
