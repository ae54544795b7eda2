package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.ClosedException;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Promise;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A10: tasks may wait for each other by promises. */
@Timeout(60)
class PromiseTest {

    @Test
    void a10_tasks_that_wait_for_each_other_need_but_one_worker() {
        int tasks = 200;
        try (House house = House.of(House.SETTINGS.withWorkers(1))) {
            List<Promise<Integer>> promises = new ArrayList<>();
            for (int i = 0; i <= tasks; i++) {
                promises.add(house.platform.promise());
            }
            try (Finish finish = house.platform.finish()) {
                for (int i = 0; i < tasks; i++) {
                    int self = i;
                    finish.async(
                            () -> promises.get(self).complete(promises.get(self + 1).get() + 1));
                }
                finish.async(() -> promises.get(tasks).complete(0));
            }
            assertEquals(tasks, promises.getFirst().get());
        }
    }

    @Test
    void a10_two_tasks_of_one_worker_answer_each_other() {
        try (House house = House.of(House.SETTINGS.withWorkers(1));
                Finish finish = house.platform.finish()) {
            Promise<String> question = house.platform.promise();
            Promise<String> answer = house.platform.promise();
            finish.async(
                    () -> {
                        question.complete("?");
                        assertEquals("!", answer.get());
                    });
            finish.async(
                    () -> {
                        assertEquals("?", question.get());
                        answer.complete("!");
                    });
        }
    }

    @Test
    void a10_a_wait_for_what_an_outsider_gives_is_not_refused() {
        try (House house = House.of(House.SETTINGS.withWorkers(1));
                Stream stream = house.host0().stream()) {
            Promise<Void> signal = house.platform.promise();
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            stream.waitFor(signal);
            Event after = stream.run(Kernels.FILL, x.all().out(), Argument.of(5L));
            try (Finish finish = house.platform.finish()) {
                finish.async(after::await);
                Event task = finish.async(List.of(signal), () -> {});
                assertFalse(task.await(Duration.ofMillis(20)));
                Thread.ofPlatform().start(() -> signal.complete(null));
                task.await();
            }
            assertEquals(5, Kernels.content(x)[0]);
        }
    }

    @Test
    void a10_the_first_end_counts() {
        try (House house = House.host()) {
            Promise<String> given = house.platform.promise();
            assertEquals(Event.State.QUEUED, given.state());
            assertTrue(given.complete(null));
            assertFalse(given.complete("late") || given.fail(new Error()) || given.cancel());
            assertNull(given.get());
            Promise<String> failed = house.platform.promise();
            IllegalStateException cause = new IllegalStateException("as planned");
            assertTrue(failed.fail(cause));
            assertFalse(failed.complete("late"));
            assertSame(cause, assertThrows(ActionFailedException.class, failed::get).getCause());
            Promise<String> cancelled = house.platform.promise();
            assertTrue(cancelled.cancel());
            assertThrows(ActionCancelledException.class, cancelled::get);
        }
    }

    @Test
    void a10_what_is_open_when_the_program_ends_is_cancelled() {
        House house = House.host();
        Promise<String> open = house.platform.promise();
        house.close();
        assertThrows(ActionCancelledException.class, open::get);
        assertThrows(ClosedException.class, house.platform::promise);
    }
}
