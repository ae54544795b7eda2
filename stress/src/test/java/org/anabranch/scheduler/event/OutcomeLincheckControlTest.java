package org.anabranch.scheduler.event;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.anabranch.api.Event;
import org.anabranch.scheduler.pool.TaskDequeLincheckTest;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Must be found by Lincheck: an event that looks first and changes then, without compare-and-set.
 */
public class OutcomeLincheckControlTest {
    private volatile Event.State state = Event.State.QUEUED;

    @Operation
    public boolean begin() {
        return go(state == Event.State.QUEUED, Event.State.RUNNING);
    }

    @Operation
    public boolean cancel() {
        return go(state == Event.State.QUEUED, Event.State.CANCELLED);
    }

    @Operation
    public boolean settle() {
        return go(state == Event.State.QUEUED || state == Event.State.RUNNING, Event.State.DONE);
    }

    @Operation
    public Event.State state() {
        return state;
    }

    private boolean go(boolean allowed, Event.State to) {
        if (allowed) {
            state = to;
        }
        return allowed;
    }

    @Test
    public void twoEndingsOfOneEventAreFound() {
        assertThrows(
                LincheckAssertionError.class,
                () ->
                        TaskDequeLincheckTest.options()
                                .sequentialSpecification(OutcomeLincheckTest.Sequential.class)
                                .check(OutcomeLincheckControlTest.class));
    }
}
