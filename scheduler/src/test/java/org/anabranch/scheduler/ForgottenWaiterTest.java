package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Promise;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** R7: an event that never comes refers to nothing that has given up waiting for it. */
@Timeout(120)
class ForgottenWaiterTest {
    /** Each would keep 40 bytes or more if it were not forgotten. */
    private static final int WAITS = 200_000;

    private static final long LEVEL_BYTES = 4L << 20;
    private static final Duration SHORT = Duration.ofNanos(1);

    private final House house = House.host();
    private final Promise<Integer> never = house.platform.promise();

    @AfterEach
    void close() {
        house.close();
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    private static void assertLevel(Runnable wait) {
        for (int i = 0; i < 1000; i++) {
            wait.run();
        }
        long before = used();
        for (int i = 0; i < WAITS; i++) {
            wait.run();
        }
        long more = used() - before;
        assertTrue(more < LEVEL_BYTES, () -> more + " bytes more after " + WAITS + " waits");
    }

    @Test
    void r7_cancelled_tasks_leave_the_heap_level() {
        Finish finish = house.platform.finish();
        assertLevel(() -> assertTrue(finish.async(List.of(never), () -> {}).cancel()));
        assertThrows(ActionCancelledException.class, finish::close);
    }

    @Test
    void r7_cancelled_waits_of_streams_leave_the_heap_level() {
        Buffer x = house.platform.buffer(JAVA_LONG, 4);
        assertLevel(
                () -> {
                    Stream stream = house.host0().stream();
                    stream.waitFor(never);
                    stream.waitFor(List.of(never), x.all());
                    stream.closeNow();
                });
    }

    @Test
    void r7_cancelled_waits_of_one_stream_leave_the_heap_level() {
        Stream stream = house.host0().stream();
        assertLevel(
                () -> {
                    stream.waitFor(never).cancel();
                    assertThrows(ActionCancelledException.class, stream::await);
                });
        stream.close();
    }

    @Test
    void r7_waits_for_an_action_that_does_not_begin_leave_the_heap_level() {
        Stream stream = house.host0().stream();
        Event action = stream.waitFor(never);
        Finish finish = house.platform.finish();
        assertLevel(() -> assertTrue(finish.async(List.of(action), () -> {}).cancel()));
        assertThrows(ActionCancelledException.class, finish::close);
        stream.closeNow();
    }

    @Test
    void r7_threads_that_wait_for_a_while_leave_the_heap_level() {
        assertLevel(
                () -> {
                    assertFalse(never.await(SHORT));
                    assertTrue(house.platform.awaitAny(List.of(never, never), SHORT).isEmpty());
                    assertFalse(house.platform.awaitAll(List.of(never), SHORT));
                });
    }

    /** A foreign event that keeps its callbacks. */
    private static final class Keeping extends House.Never {
        private Consumer<Event> kept;

        @Override
        public void onSettled(Consumer<Event> callback) {
            kept = callback;
        }
    }

    private static WeakReference<Object> capture(Finish finish, Event event) {
        Object large = new Object();
        Event task = finish.async(List.of(event), () -> assertTrue(large != null));
        assertTrue(task.cancel());
        return new WeakReference<>(large);
    }

    @Test
    void r7_a_foreign_event_keeps_nothing_that_a_task_captured() {
        Finish finish = house.platform.finish();
        Keeping foreign = new Keeping();
        WeakReference<Object> captured = capture(finish, foreign);
        House.until(
                "it is collected",
                () -> {
                    System.gc();
                    return captured.get() == null;
                });
        assertTrue(foreign.kept != null);
        assertThrows(ActionCancelledException.class, finish::close);
    }

    private static WeakReference<Object> capture(Event[] task, Finish finish, Event event) {
        Object large = new Object();
        task[0] = finish.async(List.of(event), () -> assertTrue(large != null));
        return new WeakReference<>(large);
    }

    @Test
    void r7_the_event_of_a_cancelled_task_keeps_nothing_that_it_captured() {
        Finish finish = house.platform.finish();
        Event[] task = new Event[1];
        WeakReference<Object> captured = capture(task, finish, never);
        assertTrue(task[0].cancel());
        House.until(
                "it is collected",
                () -> {
                    System.gc();
                    return captured.get() == null;
                });
        assertTrue(task[0].isSettled());
        assertThrows(ActionCancelledException.class, finish::close);
    }
}
