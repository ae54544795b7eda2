package org.anabranch.events;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The last step of a path through actions that wait for each other, with the steps before it. A
 * path may keep its last steps only; length and number count all. Immutable for readers.
 */
public final class PathStep {
    /** The path without steps. */
    public static final PathStep NONE = new PathStep();

    private final ActionRow row;
    private final long length;
    private final long number;
    private PathStep before;

    private PathStep() {
        this.row = null;
        this.length = 0;
        this.number = 0;
    }

    /**
     * Appends a step.
     *
     * @param row the action
     * @param before the path that it continues
     * @param kept the least number of steps kept; at most twice as many are
     */
    PathStep(ActionRow row, PathStep before, int kept) {
        this.row = row;
        this.before = before;
        this.length = before.length + Math.max(0, row.runNanos());
        this.number = before.number + 1;
        if (number % kept == 0) {
            forget(kept);
        }
    }

    private void forget(int kept) {
        PathStep last = this;
        for (int i = 0; i < kept && last != NONE; i++) {
            last = last.before;
        }
        if (last != NONE) {
            last.before = NONE;
        }
    }

    /** {@return the sum of the durations of its actions, in nanoseconds} */
    public long length() {
        return length;
    }

    /** {@return the number of its actions, including those that are no longer kept} */
    public long number() {
        return number;
    }

    /** {@return the kept actions, from the first to the last} */
    public List<ActionRow> actions() {
        List<ActionRow> actions = new ArrayList<>();
        for (PathStep step = this; step != NONE; step = step.before) {
            actions.add(step.row);
        }
        Collections.reverse(actions);
        return actions;
    }
}
