package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.ClosedException;
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
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Ends of scopes and streams: with their platform, left open, cancelled, interrupted. */
@Timeout(60)
class ScopeEndTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private static final Kernel TOUCH =
            Kernel.of("touch", Parameter.inOut("b")).java((piece, arguments) -> {});

    private static House house(int workers) {
        return House.of(EngineSettings.defaults().withWorkers(workers));
    }

    @Test
    @DisplayName("A5: a scope that outlives its platform refuses everything and closes")
    void a5_a_scope_that_outlives_its_platform_refuses_and_closes() {
        House house = house(2);
        Buffer b = house.platform.buffer(JAVA_INT, 16);
        Finish finish = house.platform.finish();
        Event done = finish.call(() -> 1);
        done.await();
        house.close();
        assertThrows(ClosedException.class, () -> finish.async(() -> {}));
        assertThrows(ClosedException.class, () -> finish.call(() -> 1));
        assertThrows(ClosedException.class, () -> finish.async(List.of(done), () -> {}));
        assertThrows(ClosedException.class, () -> finish.forasync(Loop.of(0, 4), i -> {}));
        assertThrows(ClosedException.class, () -> finish.async(TOUCH, b.all().inOut()));
        finish.close();
    }

    @Test
    @DisplayName("A5: whatever a scope had open when its platform ended comes to an end")
    void a5_everything_open_at_the_end_of_the_platform_ends() throws Exception {
        House house = house(1);
        Gate gate = new Gate();
        Finish finish = house.platform.finish();
        List<Event> events = new ArrayList<>();
        events.add(
                finish.call(
                        () -> {
                            gate.pass();
                            return 1;
                        }));
        gate.awaitEntered();
        Event never = new House.Never();
        for (int i = 0; i < 100; i++) {
            events.add(finish.call(() -> 1));
            events.add(finish.async(List.of(never), () -> {}));
            events.add(finish.async(List.of(events.getFirst()), () -> {}));
        }
        CompletableFuture<Void> closing = CompletableFuture.runAsync(house::close);
        House.until("it is closed", () -> refuses(finish));
        gate.open();
        for (Event event : events) {
            assertTrue(event.await(LONG), () -> "settles: " + event.state());
        }
        assertThrows(ActionCancelledException.class, finish::close);
        closing.get(60, TimeUnit.SECONDS);
    }

    private static boolean refuses(Finish finish) {
        try {
            finish.async(() -> {});
            return false;
        } catch (ClosedException refused) {
            return true;
        }
    }

    @Test
    @DisplayName("A5: a task that begins to wait for events as its platform ends is cancelled")
    void a5_a_task_that_waits_from_the_end_on_is_cancelled() {
        EngineSettings quick = new EngineSettings(2, 1L << 30, 100_000_000L, false, false);
        try (House house = House.of(quick)) {
            BundlePlatform ending = house.engine.platform("ending");
            Finish finish = ending.finish();
            Event endsThePlatform =
                    new House.Never() {
                        @Override
                        public void onSettled(Consumer<Event> callback) {
                            ending.close();
                        }
                    };
            Event task = finish.async(List.of(endsThePlatform), () -> {});
            assertTrue(task.await(LONG), "it ends");
            assertEquals(Event.State.CANCELLED, task.state());
            assertThrows(ActionCancelledException.class, finish::close);
        }
    }

    @Test
    @DisplayName("A5: a task that becomes ready after the end of all workers is refused")
    void a5_a_task_ready_after_the_end_is_refused() {
        House house = house(1);
        Finish finish = house.platform.finish();
        AtomicReference<Result<Integer>> late = new AtomicReference<>();
        Finish other = house.engine.platform("other").finish();
        house.engine.pool.stop();
        late.set(other.call(() -> 1));
        assertTrue(late.get().await(LONG), "it settles");
        assertInstanceOf(ClosedException.class, late.get().failure().orElseThrow());
        assertThrows(AnabranchException.class, other::close);
        finish.close();
        house.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    @DisplayName("A6: a nested scope that nobody closed is waited for by the one around it")
    void a6_a_scope_left_open_is_waited_for(int workers) throws Exception {
        try (House house = house(workers)) {
            Gate gate = new Gate();
            AtomicBoolean ran = new AtomicBoolean();
            Finish outer = house.platform.finish();
            Result<Finish> left =
                    outer.call(
                            () -> {
                                Finish nested = house.platform.finish();
                                nested.async(
                                        () -> {
                                            gate.pass();
                                            ran.set(true);
                                        });
                                return nested;
                            });
            assertTrue(left.await(LONG), "a task may end before what it started");
            gate.awaitEntered();
            CompletableFuture<Boolean> opened =
                    CompletableFuture.supplyAsync(
                            () -> {
                                House.pause(50);
                                gate.open();
                                return true;
                            });
            outer.close();
            assertTrue(ran.get(), "the outer scope waited");
            assertTrue(opened.get());
            assertThrows(ClosedException.class, () -> left.get().async(() -> {}));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    @DisplayName("A6: what fails in a scope that nobody closed is thrown by the one around it")
    void a6_a_failure_in_a_scope_left_open_is_told(int workers) {
        for (int depth = 1; depth < 4; depth++) {
            try (House house = house(workers)) {
                Finish outer = house.platform.finish();
                int levels = depth;
                outer.async(() -> leave(house.platform, levels));
                ActionFailedException failure =
                        assertThrows(ActionFailedException.class, outer::close);
                assertEquals("as planned", root(failure).getMessage());
            }
        }
    }

    private static void leave(BundlePlatform platform, int levels) {
        Finish nested = platform.finish();
        if (levels > 1) {
            leave(platform, levels - 1);
        }
        nested.async(
                () -> {
                    if (levels > 1) {
                        return;
                    }
                    throw new IllegalStateException("as planned");
                });
    }

    private static Throwable root(Throwable failure) {
        return failure.getCause() == null ? failure : root(failure.getCause());
    }

    @Test
    @DisplayName("A6: a scope that is left open while the outer one is closed by the same task")
    void a6_an_outer_scope_closed_first_waits_for_the_inner() {
        try (House house = house(2);
                Finish around = house.platform.finish()) {
            AtomicBoolean ran = new AtomicBoolean();
            Result<Boolean> seen =
                    around.call(
                            () -> {
                                Finish outer = house.platform.finish();
                                Finish inner = house.platform.finish();
                                inner.async(
                                        () -> {
                                            House.pause(20);
                                            ran.set(true);
                                        });
                                outer.close();
                                return ran.get();
                            });
            assertTrue(seen.get());
        }
    }

    @Test
    @DisplayName("A7: cancelling a scope over a nested one is told as a cancellation")
    void a7_cancelling_the_outer_scope_is_told_as_such() {
        try (House house = house(1)) {
            Gate gate = new Gate();
            Finish outer = house.platform.finish();
            Event nesting =
                    outer.call(
                            () -> {
                                try (Finish inner = house.platform.finish()) {
                                    gate.pass();
                                    inner.async(() -> {});
                                }
                                return 1;
                            });
            gate.awaitEntered();
            outer.cancel();
            gate.open();
            assertTrue(nesting.await(LONG));
            assertInstanceOf(ActionCancelledException.class, nesting.failure().orElseThrow());
            assertThrows(ActionCancelledException.class, outer::close);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("A13: an interrupted Stream.close waits for what runs, and keeps the flag")
    void a13_an_interrupted_close_waits_for_what_runs(boolean device) throws Exception {
        try (House house = House.devices(1);
                Buffer b = house.platform.buffer(JAVA_INT, 16)) {
            Gate gate = new Gate();
            Stream stream = (device ? house.device(0) : house.platform.host()).stream();
            Kernel stand =
                    Kernel.of("stand", Parameter.inOut("b"))
                            .java((piece, arguments) -> gate.pass());
            Event first = stream.run(stand, b.all().inOut());
            Event second = stream.run(TOUCH, b.all().inOut());
            gate.awaitEntered();
            AtomicReference<String> seen = new AtomicReference<>("");
            Thread closer =
                    new Thread(
                            () -> {
                                try {
                                    stream.close();
                                } catch (AnabranchException cancelled) {
                                    seen.set(cancelled.getClass().getSimpleName() + " ");
                                }
                                seen.set(
                                        seen.get()
                                                + first.state()
                                                + " "
                                                + Thread.currentThread().isInterrupted());
                            });
            closer.start();
            closer.interrupt();
            House.until("it took notice", () -> !closer.isInterrupted() || !closer.isAlive());
            assertFalse(first.isSettled());
            gate.open();
            closer.join(20_000);
            assertEquals("ActionCancelledException DONE true", seen.get());
            assertEquals(Event.State.CANCELLED, second.state());
        }
    }

    @Test
    @DisplayName("B8: a program's running tasks are waited for at its end")
    void b8_e7_tasks_that_run_at_the_end_are_waited_for() throws Exception {
        try (Said said = new Said();
                House house = house(2)) {
            BundlePlatform ending = house.engine.platform("ending");
            Gate gate = new Gate();
            AtomicBoolean ended = new AtomicBoolean();
            Finish finish = ending.finish();
            finish.async(
                    () -> {
                        gate.pass();
                        ended.set(true);
                    });
            gate.awaitEntered();
            CompletableFuture<Boolean> closing =
                    CompletableFuture.supplyAsync(
                            () -> {
                                ending.close();
                                return ended.get();
                            });
            House.until("it is closed", () -> refuses(finish));
            gate.open();
            assertTrue(closing.get(60, TimeUnit.SECONDS));
            assertFalse(said.has("still running"));
        }
    }

    @Test
    @DisplayName("B8: tasks that go on for longer than there is time to drain are warned about")
    void b8_e7_tasks_that_run_on_after_the_end_are_warned_about() {
        EngineSettings quick = new EngineSettings(2, 1L << 30, 200_000_000L, false, false);
        try (Said said = new Said();
                House house = House.of(quick)) {
            Gate gate = new Gate();
            BundlePlatform ending = house.engine.platform("ending");
            ending.finish().async(gate::pass);
            gate.awaitEntered();
            ending.close();
            gate.open();
            assertTrue(said.has("tasks of ending are still running"));
        }
    }
}
