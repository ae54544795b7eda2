package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.ActionFailedException;
import org.anabranch.api.ClosedException;
import org.anabranch.api.Finish;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Tasks that may run where they are started, and pairs of them. */
@Timeout(60)
class UndeferredTest {
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

    /** Runs a task on a worker and waits for it. */
    private void onWorker(Runnable task) {
        try (Finish finish = platform.finish()) {
            finish.async(task);
        }
    }

    /** Has tasks in the deque of the calling worker, so that others may run at once. */
    private static void fill(Finish finish) {
        for (int i = 0; i < 100; i++) {
            finish.async(() -> {});
        }
    }

    @Test
    void where_enough_waits_a_task_runs_at_once_and_else_later() {
        start(1);
        AtomicInteger ran = new AtomicInteger();
        onWorker(
                () -> {
                    try (Finish finish = platform.finish()) {
                        finish.asyncOrRun(ran::incrementAndGet);
                        assertEquals(0, ran.get(), "others might need it");
                        fill(finish);
                        finish.asyncOrRun(ran::incrementAndGet);
                        assertEquals(1, ran.get(), "others have enough");
                        finish.async(ran::incrementAndGet);
                        assertEquals(1, ran.get(), "async never runs at once");
                    }
                });
        assertEquals(3, ran.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void others_get_work_though_its_starter_runs_most_of_it(int workers) {
        start(workers);
        for (int round = 0; round < 50; round++) {
            CountDownLatch others = new CountDownLatch(1);
            AtomicBoolean helped = new AtomicBoolean();
            onWorker(
                    () -> {
                        Thread starter = Thread.currentThread();
                        Runnable task =
                                () -> {
                                    if (Thread.currentThread() != starter) {
                                        others.countDown();
                                    }
                                };
                        try (Finish finish = platform.finish()) {
                            for (int i = 0; i < 20; i++) {
                                finish.asyncOrRun(task);
                            }
                            helped.set(others.await(30, TimeUnit.SECONDS));
                        } catch (InterruptedException interrupted) {
                            throw new AssertionError(interrupted);
                        }
                    });
            assertTrue(helped.get());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void F2_failures_are_those_of_tasks_that_wait(int workers) {
        start(workers);
        AtomicInteger ran = new AtomicInteger();
        onWorker(
                () -> {
                    Finish finish = platform.finish();
                    for (int i = 0; i < 100; i++) {
                        finish.asyncOrRun(failing(ran));
                    }
                    ActionFailedException failure =
                            assertThrows(ActionFailedException.class, finish::close);
                    assertInstanceOf(IllegalStateException.class, failure.getCause());
                    assertEquals(16, failure.getSuppressed().length);
                    assertTrue(failure.getMessage().contains("99 more"), failure.getMessage());
                });
        assertEquals(100, ran.get());
    }

    private static Runnable failing(AtomicInteger ran) {
        return () -> {
            ran.incrementAndGet();
            throw new IllegalStateException("meant to");
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_cancelled_scope_begins_no_more(int workers) {
        start(workers);
        AtomicInteger ran = new AtomicInteger();
        onWorker(
                () -> {
                    Finish finish = platform.finish();
                    fill(finish);
                    finish.cancel();
                    finish.asyncOrRun(ran::incrementAndGet);
                    assertThrows(
                            ActionCancelledException.class,
                            () -> platform.forkJoin(ran::incrementAndGet, ran::incrementAndGet));
                    assertThrows(ActionCancelledException.class, finish::close);
                });
        assertEquals(0, ran.get());
    }

    @Test
    void issue_20_what_would_run_at_once_is_refused_once_its_platform_is_closed() {
        start(1);
        AtomicInteger ran = new AtomicInteger();
        ClosedException[] refused = new ClosedException[1];
        Finish finish = platform.finish();
        finish.async(
                () -> {
                    fill(finish);
                    finish.asyncOrRun(
                            () -> {
                                platform.close();
                                throw new IllegalStateException("meant to");
                            });
                    refused[0] =
                            assertThrows(
                                    ClosedException.class,
                                    () -> finish.asyncOrRun(ran::incrementAndGet));
                });
        ActionFailedException failure = assertThrows(ActionFailedException.class, finish::close);
        assertEquals("meant to", failure.getCause().getMessage());
        assertTrue(refused[0].getMessage().contains("the platform of test is closed"));
        assertEquals(0, ran.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void what_runs_at_once_neither_closes_its_scope_nor_leaves_one_open(int workers) {
        start(workers);
        AtomicInteger refused = new AtomicInteger();
        Finish[] left = new Finish[1];
        onWorker(
                () -> {
                    try (Finish finish = platform.finish()) {
                        fill(finish);
                        finish.asyncOrRun(
                                () -> {
                                    assertThrows(IllegalStateException.class, finish::close);
                                    refused.incrementAndGet();
                                });
                        fill(finish);
                        finish.asyncOrRun(() -> left[0] = platform.finish());
                        finish.asyncOrRun(refused::incrementAndGet);
                    }
                });
        assertEquals(2, refused.get());
        onWorker(() -> assertThrows(IllegalStateException.class, left[0]::close));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void bad_calls_are_refused_and_nobody_waits_for_them(int workers) {
        start(workers);
        Finish closed = platform.finish();
        closed.close();
        AtomicInteger ran = new AtomicInteger();
        Runnable tryIt =
                () -> {
                    try (Finish finish = platform.finish()) {
                        fill(finish);
                        assertThrows(NullPointerException.class, () -> finish.asyncOrRun(null));
                        assertThrows(
                                NullPointerException.class,
                                () -> platform.forkJoin(ran::incrementAndGet, null));
                        assertThrows(
                                NullPointerException.class,
                                () -> platform.forkJoin(null, ran::incrementAndGet));
                        assertThrows(ClosedException.class, () -> closed.asyncOrRun(() -> {}));
                    }
                };
        tryIt.run();
        onWorker(tryIt);
        assertEquals(0, ran.get());
        platform.close();
        assertThrows(ClosedException.class, () -> platform.forkJoin(() -> {}, () -> {}));
    }

    private void descend(Finish finish, int depth, LongAdder count) {
        count.increment();
        if (depth > 0) {
            finish.asyncOrRun(() -> descend(finish, depth - 1, count));
        }
    }

    private void descendInPairs(int depth, LongAdder count) {
        count.increment();
        if (depth > 0) {
            platform.forkJoin(() -> descendInPairs(depth - 1, count), count::increment);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void thousands_within_one_another_do_not_overflow_the_stack(int workers) {
        start(workers);
        LongAdder count = new LongAdder();
        onWorker(
                () -> {
                    try (Finish finish = platform.finish()) {
                        fill(finish);
                        descend(finish, 20_000, count);
                    }
                });
        assertEquals(20_001, count.sum());
        count.reset();
        onWorker(() -> descendInPairs(20_000, count));
        assertEquals(40_001, count.sum());
    }

    private long fib(int n) {
        if (n < 2) {
            return n;
        }
        long[] parts = new long[2];
        platform.forkJoin(() -> parts[0] = fib(n - 1), () -> parts[1] = fib(n - 2));
        return parts[0] + parts[1];
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void a_pair_is_done_when_both_are(int workers) {
        start(workers);
        assertEquals(6765, fib(20), "from a thread that is no worker");
        long[] result = new long[1];
        onWorker(() -> result[0] = fib(20));
        assertEquals(6765, result[0]);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void F2_both_of_a_pair_begin_and_the_failures_of_both_are_thrown(int workers) {
        start(workers);
        AtomicInteger ran = new AtomicInteger();
        Runnable pair =
                () -> {
                    ActionFailedException failure =
                            assertThrows(
                                    ActionFailedException.class,
                                    () -> platform.forkJoin(failing(ran), failing(ran)));
                    assertInstanceOf(IllegalStateException.class, failure.getCause());
                    assertEquals(1, failure.getSuppressed().length);
                };
        pair.run();
        onWorker(pair);
        onWorker(
                () -> {
                    try (Finish finish = platform.finish()) {
                        fill(finish);
                        pair.run();
                    }
                });
        assertEquals(6, ran.get());
    }
}
