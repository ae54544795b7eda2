package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A3: what waits for an event goes on, though there is no memory to say how the event ended. */
@Timeout(60)
class SilentEventTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    /** A foreign event that settles, and whose failure cannot be read. */
    private static final class Silent extends House.Never {
        private Consumer<Event> callback;

        @Override
        public void onSettled(Consumer<Event> told) {
            callback = told;
        }

        @Override
        public Optional<AnabranchException> failure() {
            throw new OutOfMemoryError("as planned");
        }

        void settle() {
            try {
                callback.accept(this);
            } catch (OutOfMemoryError thrown) {
                return; // who settles goes on
            }
        }
    }

    @Test
    void a3_a_task_after_an_event_that_says_nothing_ends() {
        try (House house = House.host()) {
            Silent event = new Silent();
            Finish finish = house.platform.finish();
            Event task = finish.async(List.of(event), () -> {});
            event.settle();
            assertTrue(task.await(LONG), "the task ends");
            assertEquals(Event.State.CANCELLED, task.state());
            assertThrows(AnabranchException.class, finish::close);
        }
    }

    @Test
    void a3_a_stream_that_waits_for_an_event_that_says_nothing_goes_on() {
        try (House house = House.host()) {
            Silent event = new Silent();
            Stream stream = house.host0().stream();
            Event wait = stream.waitFor(event);
            event.settle();
            assertTrue(wait.await(LONG), "the wait ends");
            assertTrue(wait.failure().isPresent());
            assertThrows(AnabranchException.class, stream::close);
        }
    }
}
