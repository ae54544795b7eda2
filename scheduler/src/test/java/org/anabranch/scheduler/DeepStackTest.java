package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.scheduler.pool.ForeignCode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Recursion that opens a scope at each level, until no stack is left in the midst of that. */
@Timeout(120)
class DeepStackTest {
    private static final int ROUNDS = 20;

    /** On a worker, whose stack is sixteen times as deep. */
    private static final int DEEP_ROUNDS = Boolean.getBoolean("anabranch.nightly") ? ROUNDS : 4;

    private final AtomicLong ran = new AtomicLong();
    private final Runnable task = ran::incrementAndGet;

    /** Written by the one thread that descends, without a call, for which there may be no stack. */
    private volatile long accepted;

    /** Goes on as long as there is stack. */
    private void descend(BundlePlatform platform, boolean further) {
        try (Finish finish = platform.finish()) {
            start(finish);
            if (further) {
                descend(platform, true);
            }
            start(finish);
        }
    }

    private void start(Finish finish) {
        finish.async(task);
        long before = accepted;
        accepted = before + 1;
    }

    /** Begins a little deeper each time, so that the stack ends elsewhere. */
    private int after(int frames, BundlePlatform platform) {
        if (frames == 0) {
            descend(platform, true);
            return 0;
        }
        return 1 + after(frames - 1, platform);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    @DisplayName(
            "A2: nested scopes without end fail their task, and nothing is lost or counted twice")
    void a2_scopes_nested_until_the_stack_ends_are_all_closed(int workers) {
        try (House house = House.of(House.SETTINGS.withWorkers(workers))) {
            for (int round = 0; round < DEEP_ROUNDS; round++) {
                int frames = round;
                Finish finish = house.platform.finish();
                Event event =
                        finish.call(
                                () -> {
                                    after(frames, house.platform);
                                    return 1;
                                });
                assertTrue(event.await(Duration.ofSeconds(60)), "it ends");
                assertEquals(Event.State.FAILED, event.state());
                assertThrows(ActionFailedException.class, finish::close);
                assertEquals(accepted, ran.get(), "each task runs once, in round " + round);
                assertEquals(workers, house.engine.monitor().workers().size());
            }
            try (Finish after = house.platform.finish()) {
                assertEquals(42, after.call(() -> 42).get());
            }
        }
    }

    /** Makes a failure on the way up from the end of the stack, until there is room to say why. */
    private static int withoutWords(Throwable cause, boolean further) {
        int below = 0;
        boolean end = false;
        try {
            below = further ? withoutWords(cause, true) : 0;
        } catch (StackOverflowError noRoom) {
            end = true;
        }
        if (below < 0 || end) {
            AnabranchException failure = ForeignCode.failure("something", cause);
            return failure == ForeignCode.NO_MEMORY ? below - 1 : -below;
        }
        return below;
    }

    @Test
    @DisplayName("A2: what failed at the end of the stack is told, in fewer words if need be")
    void a2_a_failure_is_made_where_the_stack_ends() {
        Throwable cause = new IllegalStateException("as planned");
        assertNotSame(ForeignCode.NO_MEMORY, ForeignCode.failure("something", cause));
        int told = withoutWords(cause, true);
        assertTrue(told > 0, () -> "" + told);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    @DisplayName("A2: nested scopes without end on a thread of the program")
    void a2_scopes_nested_on_a_thread_of_the_program_are_all_closed(int workers) {
        try (House house = House.of(House.SETTINGS.withWorkers(workers))) {
            for (int round = 0; round < ROUNDS; round++) {
                int frames = round;
                Throwable[] thrown = new Throwable[1];
                Thread deep =
                        new Thread(
                                null,
                                () -> {
                                    try {
                                        after(frames, house.platform);
                                    } catch (Throwable expected) {
                                        thrown[0] = expected;
                                    }
                                },
                                "deep",
                                1 << 20);
                deep.start();
                House.until("it ends", () -> !deep.isAlive());
                House.until("all have run", () -> accepted == ran.get());
                assertTrue(thrown[0] instanceof StackOverflowError, () -> "" + thrown[0]);
            }
        }
    }

    /** Starts a task at each level, all of one scope. */
    private void startAll(Finish finish, boolean further) {
        start(finish);
        if (further) {
            startAll(finish, true);
        }
        start(finish);
    }

    private void startAllAfter(int frames, Finish finish) {
        if (frames > 0) {
            startAllAfter(frames - 1, finish);
        } else {
            startAll(finish, true);
        }
    }

    @Test
    @DisplayName("A2: a start that finds no stack is uncounted with less stack than it needed")
    void a2_a_start_without_stack_is_undone(@TempDir Path folder) throws Exception {
        FullHeapTest.requireGood(folder, DeepStartProgram.class, "-Xint");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("A2: a recursion without end that starts tasks of one scope loses none")
    void a2_tasks_started_until_the_stack_ends_run_once(boolean inTask) {
        try (House house = House.of(House.SETTINGS.withWorkers(2))) {
            for (int round = 0; round < ROUNDS; round++) {
                int frames = round;
                Thread deep =
                        new Thread(
                                null,
                                () -> {
                                    try (Finish finish = house.platform.finish()) {
                                        if (inTask) {
                                            finish.async(() -> startAllAfter(frames, finish));
                                        } else {
                                            startAllAfter(frames, finish);
                                        }
                                    } catch (StackOverflowError | ActionFailedException expected) {
                                        return;
                                    }
                                },
                                "deep",
                                1 << 20);
                deep.start();
                House.until("it ends", () -> !deep.isAlive());
                House.until("all have run", () -> accepted == ran.get());
            }
        }
    }
}
