package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.Finish;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;

/** Long streaks of small tasks of one scope, which a worker runs with few checks. */
@Timeout(60)
class TaskStreakTest {
    private static final int TASKS = 2_000;

    private static House house() {
        return House.of(House.SETTINGS.withWorkers(1));
    }

    /** Runs tasks in a scope within a task, most of them on top of that task. */
    private static void streak(Finish inner, IntConsumer body) {
        for (int i = 0; i < TASKS; i++) {
            int index = i;
            inner.asyncOrRun(() -> body.accept(index));
        }
    }

    private static void within(House house, IntConsumer body) {
        try (Finish outer = house.platform.finish()) {
            outer.async(
                    () -> {
                        try (Finish inner = house.platform.finish()) {
                            streak(inner, body);
                        }
                    });
        }
    }

    @Test
    @DisplayName("R9: a small task that changes class loader and interrupt status changes its own")
    void r9_theNextSmallTaskFindsItsOwnContext() {
        try (House house = house()) {
            ClassLoader mine = Thread.currentThread().getContextClassLoader();
            List<Integer> wrong = new ArrayList<>();
            within(
                    house,
                    index -> {
                        Thread self = Thread.currentThread();
                        if (self.isInterrupted() || self.getContextClassLoader() != mine) {
                            wrong.add(index);
                        }
                        if (index % 500 == 499) {
                            self.interrupt();
                            self.setContextClassLoader(null);
                        }
                    });
            assertEquals(List.of(), wrong);
        }
    }

    @Test
    @DisplayName("R9: class loader and interrupt status of the starter survive its small tasks")
    void r9_theStarterOfSmallTasksKeepsItsContext() {
        try (House house = house();
                Finish outer = house.platform.finish()) {
            outer.async(() -> assertEquals(List.of(), changedAfter(house)));
        }
    }

    /** Returns the small tasks after which the calling task found another context. */
    private static List<Integer> changedAfter(House house) {
        Thread self = Thread.currentThread();
        ClassLoader mine = self.getContextClassLoader();
        List<Integer> changed = new ArrayList<>();
        try (Finish inner = house.platform.finish()) {
            for (int i = 0; i < TASKS; i++) {
                inner.asyncOrRun(
                        () -> {
                            self.interrupt();
                            self.setContextClassLoader(null);
                        });
                if (self.isInterrupted() || self.getContextClassLoader() != mine) {
                    changed.add(i);
                }
            }
        }
        return changed;
    }

    @Test
    @DisplayName("R9: a priority that a small task leaves ends with the task that started it")
    @SuppressWarnings("ThreadPriorityCheck") // what programs do
    void r9_aPriorityLeftByASmallTaskEnds() {
        try (House house = house()) {
            List<Integer> found = new ArrayList<>();
            for (int streak = 0; streak < 2; streak++) {
                within(house, index -> raiseAt(499, index, found));
            }
            int normal = Thread.NORM_PRIORITY;
            assertEquals(List.of(normal, normal), found.subList(0, 2), "two streaks begin");
            assertEquals(2, found.size(), "once seen, it is looked for after each task");
        }
    }

    /** Notes the priority with which a streak begins, and any other one after the first streak. */
    @SuppressWarnings("ThreadPriorityCheck") // what programs do
    private static void raiseAt(int raised, int index, List<Integer> found) {
        int priority = Thread.currentThread().getPriority();
        if (index == 0 || found.size() > 1 && priority != Thread.NORM_PRIORITY) {
            found.add(priority);
        }
        if (index == raised) {
            Thread.currentThread().setPriority(Thread.MAX_PRIORITY);
        }
    }

    @Test
    @DisplayName("R1: no small task begins after another thread has cancelled its scope")
    void r1_aStreakEndsWhenItsScopeIsCancelled() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        List<Integer> run = new ArrayList<>();
        Finish[] scope = new Finish[1];
        try (House house = house()) {
            Thread other =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        await(reached);
                                        scope[0].cancel();
                                        cancelled.countDown();
                                    });
            try (Finish outer = house.platform.finish()) {
                outer.async(
                        () -> {
                            try (Finish inner = house.platform.finish()) {
                                scope[0] = inner;
                                streak(inner, index -> runUntil(index, run, reached, cancelled));
                            } catch (ActionCancelledException expected) {
                                run.add(-1);
                            }
                        });
            }
            other.join();
        }
        assertTrue(run.indexOf(1_000) > 900, "the streak was broken early");
        assertEquals(List.of(1_000, -1), run.subList(run.indexOf(1_000), run.size()));
    }

    private static void runUntil(
            int index, List<Integer> run, CountDownLatch reached, CountDownLatch cancelled) {
        run.add(index);
        if (index == 1_000) {
            reached.countDown();
            await(cancelled);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    @DisplayName("Failures of small tasks of a streak are thrown when the scope is closed")
    void aFailureOfASmallTaskIsThrown() {
        try (House house = house()) {
            RuntimeException thrown =
                    assertThrows(
                            RuntimeException.class,
                            () ->
                                    within(
                                            house,
                                            index -> {
                                                if (index == 1_500) {
                                                    throw new IllegalStateException("at 1500");
                                                }
                                            }));
            assertTrue(thrown.toString().contains("at 1500"), thrown::toString);
        }
    }
}
