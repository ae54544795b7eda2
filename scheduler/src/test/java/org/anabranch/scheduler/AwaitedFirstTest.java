package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.Finish;
import org.anabranch.api.Loop;
import org.anabranch.api.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** R13: tasks for which a thread waits go before those of strangers. */
@Timeout(60)
class AwaitedFirstTest {
    private static final int WORKERS = 2;
    private static final int STRANGERS = 8;
    private static final int OWN = 10;

    /** What the thread waits for, once strangers wait in the queue or in the workers' deques. */
    enum Awaited {
        TASKS {
            @Override
            void run(BundlePlatform platform, Runnable task) {
                try (Finish finish = platform.finish()) {
                    for (int i = 0; i < OWN; i++) {
                        finish.async(task);
                    }
                }
            }
        },
        LOOP {
            @Override
            void run(BundlePlatform platform, Runnable task) {
                try (Finish finish = platform.finish()) {
                    finish.forasync(Loop.of(0, OWN).tile(1), i -> task.run());
                }
            }
        },
        DESCENDANTS {
            @Override
            void run(BundlePlatform platform, Runnable task) {
                try (Finish finish = platform.finish()) {
                    finish.async(
                            () -> {
                                try (Finish nested = platform.finish()) {
                                    for (int i = 0; i < OWN; i++) {
                                        nested.async(task);
                                    }
                                }
                            });
                }
            }
        },
        RESULT {
            @Override
            void run(BundlePlatform platform, Runnable task) {
                Finish finish = platform.finish();
                List<Result<Integer>> results = new ArrayList<>();
                for (int i = 0; i < OWN; i++) {
                    results.add(
                            finish.call(
                                    () -> {
                                        task.run();
                                        return 1;
                                    }));
                }
                assertEquals(OWN, results.stream().mapToInt(Result::get).sum());
                finish.close();
            }
        };

        abstract void run(BundlePlatform platform, Runnable task);
    }

    /** Where the strangers wait. */
    enum Strangers {
        QUEUED,
        IN_DEQUES
    }

    private final AtomicInteger strangersBegun = new AtomicInteger();
    private final CountDownLatch go = new CountDownLatch(1);

    /** The wait is over, which strangers that have begun wait for. */
    private final CountDownLatch waited = new CountDownLatch(1);

    /** Strangers that would never have ended, since the wait was behind them on all workers. */
    private final AtomicInteger endless = new AtomicInteger();

    @ParameterizedTest
    @EnumSource(Awaited.class)
    void r13_awaitedTasksGoBeforeQueuedStrangers(Awaited awaited) throws Exception {
        check(awaited, Strangers.QUEUED);
    }

    @ParameterizedTest
    @EnumSource(Awaited.class)
    void r13_awaitedTasksGoBeforeStrangersInDeques(Awaited awaited) throws Exception {
        check(awaited, Strangers.IN_DEQUES);
    }

    private void check(Awaited awaited, Strangers where) throws Exception {
        try (House house = House.of(EngineSettings.defaults().withWorkers(WORKERS))) {
            AtomicInteger ran = new AtomicInteger();
            Finish strangers = house.platform.finish();
            begin(strangers, where);
            Thread waiter =
                    Thread.ofPlatform()
                            .start(
                                    () ->
                                            awaited.run(
                                                    house.platform,
                                                    () -> {
                                                        ran.incrementAndGet();
                                                        House.pause(1);
                                                    }));
            House.until("a thread waits", () -> waits(waiter));
            go.countDown();
            waiter.join();
            waited.countDown();
            strangers.close();
            assertEquals(OWN, ran.get());
            assertEquals(STRANGERS, strangersBegun.get());
            assertEquals(0, endless.get(), "strangers went before what a thread waits for");
        }
    }

    /** Occupies all workers; when they go on, strangers wait. */
    private void begin(Finish strangers, Strangers where) throws InterruptedException {
        CountDownLatch occupied = new CountDownLatch(WORKERS);
        CountDownLatch ready = new CountDownLatch(WORKERS);
        Runnable stranger =
                () -> {
                    strangersBegun.incrementAndGet();
                    if (!pass(waited, 10)) {
                        endless.incrementAndGet();
                    }
                };
        for (int i = 0; i < WORKERS; i++) {
            strangers.async(
                    () -> {
                        occupied.countDown();
                        pass(occupied, 60);
                        for (int k = 0; where == Strangers.IN_DEQUES && k < STRANGERS / 2; k++) {
                            strangers.async(stranger);
                        }
                        ready.countDown();
                        pass(go, 60);
                    });
        }
        ready.await();
        for (int i = 0; where == Strangers.QUEUED && i < STRANGERS; i++) {
            strangers.async(stranger);
        }
    }

    @Test
    void r13_strangersDoNotStarve() throws Exception {
        try (House house = House.of(EngineSettings.defaults().withWorkers(1))) {
            CountDownLatch stranger = new CountDownLatch(1);
            Finish strangers = house.platform.finish();
            Thread endless =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        while (stranger.getCount() > 0) {
                                            try (Finish scope = house.platform.finish()) {
                                                for (int i = 0; i < OWN; i++) {
                                                    scope.async(() -> House.pause(1));
                                                }
                                            }
                                        }
                                    });
            strangers.async(stranger::countDown);
            stranger.await();
            endless.join();
            strangers.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Loop.Split.class)
    void r13_strangersBesideAnAwaitedLoopDoNotStarve(Loop.Split split) throws Exception {
        try (House house = House.of(EngineSettings.defaults().withWorkers(1))) {
            CountDownLatch runs = new CountDownLatch(1);
            CompletableFuture<Finish> scope = new CompletableFuture<>();
            Loop loop = Loop.of(0, 1L << 40).tile(1 << 10);
            Thread waiter =
                    Thread.ofPlatform().start(() -> loop(house, split(loop, split), runs, scope));
            runs.await();
            Finish strangers = house.platform.finish();
            for (int i = 0; i < 4; i++) {
                CountDownLatch stranger = new CountDownLatch(1);
                strangers.async(stranger::countDown);
                stranger.await(); // for ever, if none follows the first ones
            }
            scope.get().cancel();
            waiter.join();
            strangers.close();
        }
    }

    private static Loop split(Loop loop, Loop.Split split) {
        return split == Loop.Split.CHUNKED ? loop.chunked() : loop;
    }

    private static void loop(
            House house, Loop loop, CountDownLatch runs, CompletableFuture<Finish> scope) {
        try (Finish finish = house.platform.finish()) {
            scope.complete(finish);
            finish.forasync(loop, i -> runs.countDown());
        } catch (ActionCancelledException expected) {
            assertEquals(0, runs.getCount());
        }
    }

    private static boolean waits(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("parkProgram"));
    }

    private static boolean pass(CountDownLatch gate, int seconds) {
        try {
            return gate.await(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
