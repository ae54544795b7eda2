package org.anabranch.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Paths of bounded memory. */
class PathStepTest {

    @Test
    void issue24_chainOfAMillionStepsKeepsTheLastOnes() {
        EventScript script = new EventScript();
        script.kernel(1, "a", script.domain("host"), 0, 0, 0, 0, 1);
        ActionRow row = ActionHistory.of(script.events()).action(1);
        PathStep step = PathStep.NONE;
        for (int i = 0; i < 1_000_000; i++) {
            step = new PathStep(row, step, ActionReplay.STEPS);
        }
        assertEquals(1_000_000, step.number());
        assertEquals(1_000_000, step.length());
        int kept = step.actions().size();
        assertTrue(kept > ActionReplay.STEPS && kept <= 2 * ActionReplay.STEPS, "kept " + kept);
    }

    @Test
    void issue_45_theTimesOfThePhasesAddUp() {
        EventScript script = new EventScript();
        script.kernel(1, "a", script.domain("card:0"), 0, 0, 10, 25, 100);
        ActionRow row = ActionHistory.of(script.events()).action(1);
        assertEquals(10, row.nanos(ActionPhase.ORDER));
        assertEquals(0, row.nanos(ActionPhase.DATA));
        assertEquals(15, row.nanos(ActionPhase.LANE));
        assertEquals(75, row.nanos(ActionPhase.RUNNING));
        assertEquals(ActionPhase.ENDED, row.phase());
    }
}
