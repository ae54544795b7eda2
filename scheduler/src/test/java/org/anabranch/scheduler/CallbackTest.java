package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.DeadlockException;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Promise;
import org.anabranch.api.Result;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** R10: a callback that would wait is refused. R11: what a callback settles is queued. */
@Timeout(60)
class CallbackTest {
    private final House house = House.devices(1);
    private final Promise<Integer> never = house.platform.promise();

    @AfterEach
    void close() {
        house.close();
    }

    /** Threads that run callbacks. */
    enum Caller {
        WORKER {
            @Override
            Event settle(House house, CountDownLatch go) {
                Finish finish = house.platform.finish();
                Event task = finish.async("a task", () -> pass(go));
                return task;
            }
        },
        DEVICE {
            @Override
            Event settle(House house, CountDownLatch go) {
                Gate gate = new Gate();
                Buffer x = house.platform.buffer(JAVA_LONG, 4);
                Event kernel =
                        house.device(0).stream().run(gate.fill, x.all().out(), Argument.of(1L));
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    pass(go);
                                    gate.open();
                                });
                return kernel;
            }
        },
        PROGRAM {
            @Override
            Event settle(House house, CountDownLatch go) {
                Promise<Integer> promise = house.platform.promise();
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    pass(go);
                                    promise.complete(1);
                                });
                return promise;
            }
        },
        CANCELLING {
            @Override
            Event settle(House house, CountDownLatch go) {
                Promise<Integer> promise = house.platform.promise();
                Finish finish = house.platform.finish();
                Event task = finish.async(List.of(promise), () -> {});
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    pass(go);
                                    task.cancel();
                                });
                return task;
            }
        };

        /** An event that settles on such a thread once it may. */
        abstract Event settle(House house, CountDownLatch go);

        static void pass(CountDownLatch go) {
            try {
                go.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    private Throwable thrownInCallback(Caller caller, Runnable what) {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        CountDownLatch go = new CountDownLatch(1);
        Event event = caller.settle(house, go);
        event.onSettled(
                settled -> {
                    try {
                        what.run();
                        thrown.complete(null);
                    } catch (Throwable refused) {
                        thrown.complete(refused);
                    }
                });
        go.countDown();
        return thrown.join();
    }

    private void assertRefused(Caller caller, Runnable what) {
        Throwable thrown = thrownInCallback(caller, what);
        assertInstanceOf(DeadlockException.class, thrown, () -> "not refused: " + thrown);
        assertTrue(thrown.getMessage().contains("callback"), thrown.getMessage());
    }

    @ParameterizedTest
    @EnumSource(Caller.class)
    void r10_a_callback_that_would_wait_is_refused(Caller caller) {
        Stream stream = house.host0().stream();
        stream.waitFor(never);
        Domain part = house.host0().part(ProcessorMask.of(0));
        assertRefused(caller, never::await);
        assertRefused(caller, never::get);
        assertRefused(caller, () -> never.await(Duration.ofDays(1)));
        assertRefused(caller, () -> house.platform.awaitAny(List.of(never), Duration.ofDays(1)));
        assertRefused(caller, () -> house.platform.awaitAll(List.of(never), Duration.ofDays(1)));
        assertRefused(caller, stream::await);
        assertRefused(caller, stream::close);
        assertRefused(caller, stream::closeNow);
        assertRefused(caller, part::remove);
        assertRefused(caller, house.platform::close);
        assertRefused(caller, house.engine::close);
        stream.closeNow();
    }

    @ParameterizedTest
    @EnumSource(Caller.class)
    void r10_a_callback_that_closes_a_scope_with_open_tasks_is_refused(Caller caller) {
        Gate gate = new Gate();
        assertRefused(
                caller,
                () -> {
                    try (Finish finish = house.platform.finish()) {
                        finish.async(gate::pass);
                    }
                });
        gate.open();
    }

    @ParameterizedTest
    @EnumSource(Caller.class)
    void r10_a_callback_that_would_wait_for_data_is_refused(Caller caller) {
        Gate gate = new Gate();
        Buffer x = house.platform.buffer(JAVA_LONG, 4);
        Stream stream = house.device(0).stream();
        stream.run(gate.fill, x.all().out(), Argument.of(1L));
        gate.awaitEntered();
        assertRefused(caller, x::read);
        assertRefused(caller, x::write);
        gate.open();
        stream.close();
    }

    @ParameterizedTest
    @EnumSource(Caller.class)
    void r10_a_callback_that_need_not_wait_goes_on(Caller caller) {
        Promise<Integer> given = house.platform.promise();
        given.complete(7);
        Buffer x = house.platform.buffer(JAVA_LONG, 4);
        assertNull(
                thrownInCallback(
                        caller,
                        () -> {
                            assertEquals(7, given.get());
                            house.platform.finish().close();
                            house.host0().stream().close();
                            x.write().fill((byte) 0);
                            x.read();
                        }));
    }

    @Test
    void r10_the_starter_of_a_task_that_cancels_it_does_not_close_in_its_callback() {
        Gate gate = new Gate();
        Finish finish = house.platform.finish();
        for (int i = 0; i < 4; i++) {
            finish.async(gate::pass);
        }
        Result<Integer> task = finish.call(() -> 1);
        List<Throwable> thrown = new ArrayList<>();
        task.onSettled(
                event -> {
                    try {
                        finish.close();
                    } catch (DeadlockException refused) {
                        thrown.add(refused);
                    }
                });
        assertTrue(task.cancel());
        assertEquals(1, thrown.size());
        gate.open();
        try {
            finish.close();
        } catch (org.anabranch.api.ActionCancelledException cancelled) {
            assertTrue(task.isSettled());
        }
    }

    @Test
    void r11_a_long_chain_of_promises_completed_in_callbacks_ends() {
        int length = 100_000;
        List<Promise<Integer>> chain = new ArrayList<>();
        AtomicInteger called = new AtomicInteger();
        for (int i = 0; i < length; i++) {
            chain.add(house.platform.promise());
        }
        for (int i = 0; i + 1 < length; i++) {
            int next = i + 1;
            chain.get(i).onSettled(event -> chain.get(next).complete(next));
            chain.get(i).onSettled(event -> called.incrementAndGet());
        }
        chain.getFirst().complete(0);
        assertEquals(length - 1, chain.getLast().get());
        assertEquals(length - 1, called.get());
    }

    @Test
    void r11_callbacks_of_settled_events_are_queued_too() {
        int length = 100_000;
        Promise<Integer> done = house.platform.promise();
        done.complete(1);
        AtomicInteger called = new AtomicInteger();
        register(done, called, length);
        assertEquals(length, called.get());
    }

    private static void register(Event done, AtomicInteger called, int length) {
        done.onSettled(
                event -> {
                    if (called.incrementAndGet() < length) {
                        register(event, called, length);
                    }
                });
    }

    @Test
    void r11_callbacks_run_in_the_order_of_one_queue() {
        List<String> told = new ArrayList<>();
        Promise<Integer> first = house.platform.promise();
        Promise<Integer> second = house.platform.promise();
        Promise<Integer> third = house.platform.promise();
        first.onSettled(
                event -> {
                    second.complete(2);
                    assertTrue(second.isSettled());
                    third.complete(3);
                    told.add("first");
                });
        first.onSettled(event -> told.add("first again"));
        second.onSettled(event -> told.add("second"));
        third.onSettled(event -> told.add("third"));
        first.complete(1);
        assertEquals(List.of("first", "first again", "second", "third"), told);
    }

    @Test
    void r11_a_long_chain_of_cancellations_in_callbacks_ends() {
        int length = 100_000;
        List<Event> chain = new ArrayList<>();
        Finish finish = house.platform.finish();
        for (int i = 0; i < length; i++) {
            chain.add(finish.async(List.of(never), () -> {}));
        }
        for (int i = 0; i + 1 < length; i++) {
            Event next = chain.get(i + 1);
            chain.get(i).onSettled(event -> next.cancel());
        }
        chain.getFirst().cancel();
        assertEquals(Event.State.CANCELLED, chain.getLast().state());
    }
}
