package org.anabranch.dense.factor;

import org.anabranch.api.Event;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The steps of a factorisation that are enqueued and not yet awaited, and their progress. Bounds
 * the memory of actions. Not thread-safe.
 */
final class PendingSteps {
    private static final int MOST_ACTIONS = 50_000;
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Deque<Step> pending = new ArrayDeque<>();
    private final int all;
    private final Steps progress;
    private int added;
    private long retired;

    /** A step: the event of its panel, and the number of actions up to its end. */
    private record Step(int number, Event factored, long actions) {}

    PendingSteps(int all, Steps progress) {
        this.all = all;
        this.progress = progress;
    }

    /**
     * Adds the next step, and waits for the oldest ones while too many actions are pending.
     *
     * @param factored the event of its panel
     * @param actions number of actions enqueued so far
     * @return false if one that it waited for failed
     */
    boolean add(Event factored, long actions) {
        pending.add(new Step(added++, factored, actions));
        boolean well = true;
        while (actions - retired > MOST_ACTIONS && pending.size() > 1) {
            well &= retire();
        }
        return well;
    }

    /** Waits for all steps, whether they fail or not. */
    void await() {
        while (!pending.isEmpty()) {
            retire();
        }
    }

    private boolean retire() {
        Step step = pending.remove();
        while (!step.factored().await(LOOK)) {
            progress.reached(step.number(), all);
        }
        progress.reached(step.number() + 1, all);
        retired = step.actions();
        return step.factored().failure().isEmpty();
    }
}
