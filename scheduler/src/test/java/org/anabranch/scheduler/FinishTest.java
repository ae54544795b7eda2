package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.ActionFailedException;
import org.anabranch.api.ClosedException;
import org.anabranch.api.DeadlockException;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/** Async and finish, on one worker and on several. */
@Timeout(60)
class FinishTest {
    private Engine engine;
    private BundlePlatform platform;

    private void start(int workers) {
        engine = Engine.start(EngineSettings.defaults().withWorkers(workers));
        platform = engine.platform("test");
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void every_task_runs_exactly_once(int workers) {
        start(workers);
        AtomicIntegerArray runs = new AtomicIntegerArray(10_000);
        try (Finish finish = platform.finish()) {
            for (int i = 0; i < runs.length(); i++) {
                int index = i;
                finish.async(() -> runs.incrementAndGet(index));
            }
        }
        for (int i = 0; i < runs.length(); i++) {
            assertEquals(1, runs.get(i));
        }
    }

    private long fib(int n) {
        if (n < 2) {
            return n;
        }
        long[] parts = new long[2];
        try (Finish finish = platform.finish()) {
            finish.async(() -> parts[0] = fib(n - 1));
            parts[1] = fib(n - 2);
        }
        return parts[0] + parts[1];
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void nested_scopes_to_any_depth(int workers) {
        start(workers);
        long[] result = new long[1];
        try (Finish finish = platform.finish()) {
            finish.async(() -> result[0] = fib(20));
        }
        assertEquals(6765, result[0]);
        assertEquals(610, fib(15), "from a thread that is no worker");
    }

    private void descend(int depth, LongAdder count) {
        count.increment();
        if (depth > 0) {
            try (Finish finish = platform.finish()) {
                finish.async(() -> descend(depth - 1, count));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void scopes_nested_thousands_deep_need_no_thread_each(int workers) {
        start(workers);
        LongAdder count = new LongAdder();
        int before = Thread.activeCount();
        try (Finish finish = platform.finish()) {
            finish.async(() -> descend(20_000, count));
        }
        assertEquals(20_001, count.sum());
        assertTrue(Thread.activeCount() <= before + 20_000 / 400);
    }

    private void tree(Finish finish, int depth, LongAdder count) {
        count.increment();
        if (depth > 0) {
            finish.async(() -> tree(finish, depth - 1, count));
            finish.async(() -> tree(finish, depth - 1, count));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void tasks_start_tasks_in_the_same_scope(int workers) {
        start(workers);
        LongAdder count = new LongAdder();
        try (Finish finish = platform.finish()) {
            tree(finish, 14, count);
        }
        assertEquals((1 << 15) - 1, count.sum());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void invariant_6_a_blocked_worker_never_runs_what_waits_for_its_own_stack(int workers) {
        start(workers);
        AtomicInteger done = new AtomicInteger();
        for (int round = 0; round < 100; round++) {
            try (Finish outer = platform.finish()) {
                for (int tile = 0; tile < 5; tile++) {
                    Result<Integer>[] below = newArray();
                    outer.async(
                            () -> {
                                below[0] =
                                        outer.call(
                                                () -> {
                                                    try (Finish inner = platform.finish()) {
                                                        inner.async(done::incrementAndGet);
                                                    }
                                                    return 1;
                                                });
                                Event follower =
                                        outer.async(List.of(below[0]), done::incrementAndGet);
                                try (Finish inner = platform.finish()) {
                                    inner.async(follower::await);
                                }
                            });
                }
            }
        }
        assertEquals(1000, done.get());
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Result<Integer>[] newArray() {
        return (Result<Integer>[]) new Result[1];
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_task_may_wait_for_a_task_that_nobody_has_begun(int workers) {
        start(workers);
        try (Finish finish = platform.finish()) {
            finish.async(
                    () -> {
                        List<Result<Integer>> results = new ArrayList<>();
                        for (int i = 0; i < 100; i++) {
                            int value = i;
                            results.add(finish.call(() -> value));
                        }
                        int sum = 0;
                        for (Result<Integer> result : results) {
                            sum += result.get();
                        }
                        assertEquals(4950, sum);
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void tasks_reach_others_though_their_starter_neither_starts_nor_ends_any_more(int workers) {
        start(workers);
        for (int round = 0; round < 50; round++) {
            CountDownLatch all = new CountDownLatch(20);
            AtomicBoolean ended = new AtomicBoolean();
            try (Finish finish = platform.finish()) {
                finish.async(
                        () -> {
                            for (int i = 0; i < 20; i++) {
                                finish.async(all::countDown);
                            }
                            try {
                                ended.set(all.await(30, TimeUnit.SECONDS));
                            } catch (InterruptedException interrupted) {
                                throw new AssertionError(interrupted);
                            }
                        });
            }
            assertTrue(ended.get(), "somebody else ran them");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void tasks_of_a_scope_that_another_worker_opened_start_more_of_it(int workers) {
        start(workers);
        for (int round = 0; round < 200; round++) {
            LongAdder count = new LongAdder();
            try (Finish outer = platform.finish()) {
                outer.async(
                        () -> {
                            try (Finish inner = platform.finish()) {
                                tree(inner, 3, count);
                                outer.async(() -> tree(outer, 3, count));
                                tree(inner, 3, count);
                            }
                        });
            }
            assertEquals(45, count.sum());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_scope_that_a_task_left_open_is_closed_by_no_other(int workers) {
        start(workers);
        Finish[] left = new Finish[1];
        AtomicInteger refused = new AtomicInteger();
        try (Finish finish = platform.finish()) {
            finish.async(
                    () -> {
                        left[0] = platform.finish();
                        left[0].async(
                                () -> {
                                    assertThrows(IllegalStateException.class, left[0]::close);
                                    refused.incrementAndGet();
                                });
                    });
        }
        House.until("it was refused", () -> refused.get() == 1);
        try (Finish finish = platform.finish()) {
            finish.async(() -> assertThrows(IllegalStateException.class, left[0]::close));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void many_tasks_block_at_once_without_a_thread_each(int workers) {
        start(workers);
        CountDownLatch opened = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        try (Finish finish = platform.finish()) {
            Result<Integer>[] gate = newArray();
            gate[0] =
                    finish.call(
                            () -> {
                                opened.await();
                                return 1;
                            });
            for (int i = 0; i < 2_000; i++) {
                finish.async(() -> done.addAndGet(gate[0].get()));
            }
            if (workers > 1) {
                Thread.sleep(50);
            }
            opened.countDown();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
        assertEquals(2_000, done.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void F2_close_waits_for_all_and_throws_one_with_the_others_suppressed(int workers) {
        start(workers);
        AtomicInteger ran = new AtomicInteger();
        ActionFailedException failure =
                assertThrows(
                        ActionFailedException.class,
                        () -> {
                            try (Finish finish = platform.finish()) {
                                for (int i = 0; i < 100; i++) {
                                    int index = i;
                                    finish.async(
                                            () -> {
                                                ran.incrementAndGet();
                                                if (index % 2 == 0) {
                                                    throw new IllegalStateException(
                                                            "task " + index);
                                                }
                                            });
                                }
                            }
                        });
        assertEquals(100, ran.get());
        assertInstanceOf(IllegalStateException.class, failure.getCause());
        assertEquals(16, failure.getSuppressed().length);
        assertTrue(failure.getMessage().contains("49 more"), failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void F1_a_worker_survives_any_throwable(int workers) {
        start(workers);
        for (Throwable cause :
                new Throwable[] {
                    new StackOverflowError(), new OutOfMemoryError("test"), new AssertionError()
                }) {
            ActionFailedException failure =
                    assertThrows(
                            ActionFailedException.class,
                            () -> {
                                try (Finish finish = platform.finish()) {
                                    finish.async(() -> FinishTest.<RuntimeException>sneak(cause));
                                }
                            });
            assertSame(cause, failure.getCause());
        }
        every_scope_still_works();
    }

    private void every_scope_still_works() {
        AtomicBoolean ran = new AtomicBoolean();
        try (Finish finish = platform.finish()) {
            finish.async(() -> ran.set(true));
        }
        assertTrue(ran.get());
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable cause) throws T {
        throw (T) cause;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_task_without_a_body_is_refused_and_nobody_waits_for_it(int workers) {
        start(workers);
        AtomicInteger refused = new AtomicInteger();
        Runnable tryIt =
                () -> {
                    try (Finish finish = platform.finish()) {
                        assertThrows(NullPointerException.class, () -> finish.async(null));
                        refused.incrementAndGet();
                    }
                };
        tryIt.run();
        try (Finish finish = platform.finish()) {
            finish.async(tryIt);
        }
        assertEquals(2, refused.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void cancelling_a_scope_reaches_nested_scopes_and_nothing_else(int workers) {
        start(workers);
        AtomicInteger after = new AtomicInteger();
        AtomicInteger beside = new AtomicInteger();
        try (Finish outside = platform.finish()) {
            outside.async(
                    () -> {
                        Finish cancelled = platform.finish();
                        cancelled.async(
                                () -> {
                                    cancelled.cancel();
                                    Finish nested = platform.finish();
                                    nested.async(after::incrementAndGet);
                                    assertThrows(ActionCancelledException.class, nested::close);
                                });
                        assertThrows(
                                RuntimeException.class,
                                () -> {
                                    cancelled.close();
                                    throw new IllegalStateException("nothing was cancelled");
                                });
                    });
            outside.async(beside::incrementAndGet);
        }
        assertEquals(0, after.get());
        assertEquals(1, beside.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void an_event_of_a_task_can_be_cancelled_before_it_begins(int workers) {
        start(workers);
        AtomicInteger ran = new AtomicInteger();
        CountDownLatch gate = new CountDownLatch(1);
        Finish finish = platform.finish();
        Result<Integer> held =
                finish.call(
                        () -> {
                            gate.await();
                            return 1;
                        });
        Event follower = finish.async(List.of(held), ran::incrementAndGet);
        assertTrue(follower.cancel());
        gate.countDown();
        assertThrows(ActionCancelledException.class, finish::close);
        assertEquals(Event.State.CANCELLED, follower.state());
        assertEquals(0, ran.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void F9_waiting_for_oneself_is_refused(int workers) {
        start(workers);
        Result<Integer>[] self = newArray();
        Finish finish = platform.finish();
        CountDownLatch known = new CountDownLatch(1);
        self[0] =
                finish.call(
                        () -> {
                            known.await();
                            return self[0].get();
                        });
        known.countDown();
        ActionFailedException failure = assertThrows(ActionFailedException.class, finish::close);
        assertInstanceOf(DeadlockException.class, failure.getCause());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void F9_a_ring_of_waiting_tasks_is_named(int workers) {
        start(workers);
        Result<Integer>[] first = newArray();
        Result<Integer>[] second = newArray();
        CountDownLatch known = new CountDownLatch(1);
        Finish finish = platform.finish();
        first[0] =
                finish.call(
                        () -> {
                            known.await();
                            return second[0].get();
                        });
        second[0] =
                finish.call(
                        () -> {
                            known.await();
                            return first[0].get();
                        });
        known.countDown();
        ActionFailedException failure = assertThrows(ActionFailedException.class, finish::close);
        assertTrue(
                failure.getCause() instanceof DeadlockException
                        || failure.getCause().getCause() instanceof DeadlockException);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_closed_scope_takes_no_task(int workers) {
        start(workers);
        Finish finish = platform.finish();
        finish.close();
        assertThrows(ClosedException.class, () -> finish.async(() -> {}));
        finish.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_scope_is_not_closed_by_its_own_task(int workers) {
        start(workers);
        Finish finish = platform.finish();
        finish.async(finish::close);
        ActionFailedException failure = assertThrows(ActionFailedException.class, finish::close);
        assertInstanceOf(IllegalStateException.class, failure.getCause());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void an_interrupt_cancels_what_has_not_begun_and_waits_for_the_rest(int workers) {
        start(workers);
        AtomicInteger ran = new AtomicInteger();
        Finish finish = platform.finish();
        Result<Integer> held =
                finish.call(
                        () -> {
                            Thread.sleep(200);
                            return ran.incrementAndGet();
                        });
        finish.async(List.of(held), ran::incrementAndGet);
        Thread.currentThread().interrupt();
        assertThrows(ActionCancelledException.class, finish::close);
        assertTrue(Thread.interrupted(), "the thread stays interrupted");
        assertTrue(ran.get() <= 1);
        assertTrue(held.isSettled());
    }
}
