package org.anabranch.scheduler.event;

import org.anabranch.api.Event;
import org.anabranch.scheduler.pool.TaskDequeLincheckTest;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** Begin, cancel and settle of one event by several threads, against a sequential event. */
public class OutcomeLincheckTest {
    private final SettlingEvent event = new SettlingEvent();

    @Operation
    public boolean begin() {
        return event.begin();
    }

    @Operation
    public boolean cancel() {
        return event.cancel();
    }

    @Operation
    public boolean settle() {
        return event.settle(SettlingEvent.DONE);
    }

    @Operation
    public Event.State state() {
        return event.state();
    }

    /** The sequential specification. */
    public static class Sequential {
        private Event.State state = Event.State.QUEUED;

        public boolean begin() {
            return go(state == Event.State.QUEUED, Event.State.RUNNING);
        }

        public boolean cancel() {
            return go(state == Event.State.QUEUED, Event.State.CANCELLED);
        }

        public boolean settle() {
            return go(
                    state == Event.State.QUEUED || state == Event.State.RUNNING, Event.State.DONE);
        }

        public Event.State state() {
            return state;
        }

        private boolean go(boolean allowed, Event.State to) {
            state = allowed ? to : state;
            return allowed;
        }
    }

    @Test
    public void agreesWithASequentialEvent() {
        TaskDequeLincheckTest.options()
                .sequentialSpecification(Sequential.class)
                .check(OutcomeLincheckTest.class);
    }
}
