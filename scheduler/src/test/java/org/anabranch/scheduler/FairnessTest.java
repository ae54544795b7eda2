package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Result;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Programs that share workers: none waits for the end of another one's work. */
@Timeout(120)
class FairnessTest {
    private static final int TILES = 2000;

    /** Not small, so that tiles are run one by one. */
    private static final int TILE = 4096;

    /** A long loop, in the ways there are. */
    enum LongLoop {
        RECURSIVE,
        CHUNKED,
        NESTED,
        STREAM_KERNEL,
        SMALL_TASKS;

        CompletableFuture<Void> start(BundlePlatform platform, int tiles, Runnable tile) {
            return CompletableFuture.runAsync(() -> run(platform, tiles, tile));
        }

        private void run(BundlePlatform platform, int tiles, Runnable tile) {
            Loop loop = Loop.of(0, (long) tiles * TILE).tile(TILE);
            try (Finish finish = platform.finish()) {
                switch (this) {
                    case RECURSIVE -> over(finish, loop, tile);
                    case CHUNKED -> over(finish, loop.chunked(), tile);
                    case NESTED ->
                            finish.async(
                                    () -> {
                                        try (Finish nested = platform.finish()) {
                                            over(nested, loop, tile);
                                        }
                                    });
                    case STREAM_KERNEL -> inStream(platform, tiles, tile);
                    case SMALL_TASKS ->
                            finish.async(
                                    () -> {
                                        for (int i = 0; i < TILES; i++) {
                                            finish.async(tile);
                                        }
                                    });
                }
            }
        }

        private static void over(Finish finish, Loop loop, Runnable tile) {
            finish.forasync(
                    loop,
                    i -> {
                        if (i % TILE == 0) {
                            tile.run();
                        }
                    });
        }

        private static void inStream(BundlePlatform platform, int tiles, Runnable tile) {
            Kernel kernel =
                    Kernel.of("tiles", Parameter.inOut("b")).java((piece, arguments) -> tile.run());
            try (Buffer b = platform.buffer(JAVA_INT, 16);
                    Stream stream = platform.host().stream()) {
                stream.run(kernel, Loop.of(0, tiles), b.all().inOut());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(LongLoop.class)
    @DisplayName("C3: what arrives beside a long loop begins within two tiles")
    void c3_what_arrives_beside_a_long_loop_begins_within_two_tiles(LongLoop loop)
            throws Exception {
        try (House house = House.of(EngineSettings.defaults().withWorkers(1));
                Buffer b = house.platform.buffer(JAVA_INT, 16)) {
            AtomicInteger tiles = new AtomicInteger();
            CountDownLatch begun = new CountDownLatch(10);
            CountDownLatch arrived = new CountDownLatch(1);
            CompletableFuture<Void> looping =
                    loop.start(
                            house.platform,
                            TILES,
                            () -> {
                                begun.countDown();
                                if (tiles.incrementAndGet() >= 10) {
                                    pass(arrived);
                                    House.pause(1);
                                }
                            });
            begun.await();
            BundlePlatform other = house.engine.platform("other");
            Finish finish = other.finish();
            Result<Integer> task = finish.call(tiles::get);
            AtomicInteger atKernel = new AtomicInteger();
            Kernel look =
                    Kernel.of("look", Parameter.inOut("b"))
                            .java((piece, arguments) -> atKernel.set(tiles.get()));
            Event action = house.platform.host().stream().run(look, b.all().inOut());
            arrived.countDown();
            finish.close();
            action.await();
            assertTrue(task.get() <= 12, () -> "the task began after tile " + task.get());
            assertTrue(atKernel.get() <= 14, () -> "the action began after tile " + atKernel);
            looping.get(100, TimeUnit.SECONDS);
            assertEquals(TILES, tiles.get());
        }
    }

    /** When one has come to its end, the other, begun a little later, is not far behind. */
    @ParameterizedTest
    @EnumSource(LongLoop.class)
    @DisplayName("C3: loops of two programs share a worker evenly")
    void c3_loops_of_two_programs_share_a_worker_evenly(LongLoop loop) throws Exception {
        int tiles = 300;
        try (House house = House.of(EngineSettings.defaults().withWorkers(1))) {
            AtomicInteger first = new AtomicInteger();
            AtomicInteger second = new AtomicInteger();
            AtomicInteger secondAtEnd = new AtomicInteger(-1);
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch both = new CountDownLatch(1);
            CompletableFuture<Void> one =
                    loop.start(
                            house.platform,
                            tiles,
                            () -> {
                                begun.countDown();
                                pass(both);
                                House.pause(1);
                                if (first.incrementAndGet() == tiles) {
                                    secondAtEnd.set(second.get());
                                }
                            });
            begun.await();
            BundlePlatform other = house.engine.platform("other");
            Runnable tile =
                    () -> {
                        House.pause(1);
                        second.incrementAndGet();
                    };
            FutureTask<Void> two = new FutureTask<>(() -> loop.run(other, tiles, tile), null);
            Thread starter = Thread.ofPlatform().daemon().start(two);
            House.until("the second waits", () -> starter.getState() == Thread.State.WAITING);
            both.countDown();
            one.get(100, TimeUnit.SECONDS);
            two.get(100, TimeUnit.SECONDS);
            assertTrue(
                    secondAtEnd.get() >= tiles / 3,
                    () -> "of " + tiles + " tiles the second had run " + secondAtEnd);
        }
    }

    private static void pass(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    @DisplayName("C4: a task after an event that has come is run by the worker that waits for it")
    void c4_a_task_after_a_done_event_is_run_by_who_waits() {
        try (House house = House.of(EngineSettings.defaults().withWorkers(1));
                Finish finish = house.platform.finish()) {
            Event done = finish.call(() -> 1);
            done.await();
            CompletableFuture<Thread> inner = new CompletableFuture<>();
            Result<Thread> outer =
                    finish.call(
                            () -> {
                                try (Finish nested = house.platform.finish()) {
                                    nested.async(
                                            List.of(done),
                                            () -> inner.complete(Thread.currentThread()));
                                }
                                return Thread.currentThread();
                            });
            assertSame(outer.get(), inner.join());
        }
    }

    @Test
    @DisplayName("C4: a kernel in a nested scope is run by the worker that waits for it")
    void c4_a_kernel_in_a_nested_scope_is_run_by_who_waits() {
        try (House house = House.of(EngineSettings.defaults().withWorkers(1));
                Buffer b = house.platform.buffer(JAVA_INT, 16);
                Finish finish = house.platform.finish()) {
            CompletableFuture<Thread> inner = new CompletableFuture<>();
            Kernel kernel =
                    Kernel.of("kernel", Parameter.inOut("b"))
                            .java((piece, arguments) -> inner.complete(Thread.currentThread()));
            Result<Thread> outer =
                    finish.call(
                            () -> {
                                try (Finish nested = house.platform.finish()) {
                                    nested.async(kernel, b.all().inOut());
                                }
                                return Thread.currentThread();
                            });
            assertSame(outer.get(), inner.join());
        }
    }
}
