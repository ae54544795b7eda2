package org.anabranch.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An action of a replay, from its first event until it retires. For one thread at a time. */
public final class OpenAction {
    /** The depth to which actions that retire in the same nanosecond are followed. */
    private static final int DEEPEST = 64;

    private final RowBuilder builder;
    private final List<OpenAction> earlier = new ArrayList<>(2);
    private PathStep before = PathStep.NONE;
    private PathStep step;
    private boolean retired;

    OpenAction(long action) {
        this.builder = new RowBuilder(action);
    }

    void add(Events events, int i) {
        builder.add(events, i);
    }

    /** Adds an action that it waits for. */
    void waitsFor(OpenAction other) {
        earlier.add(other);
    }

    /** Adds a path to an action that it waits for and that has retired. */
    void follows(PathStep path) {
        if (before == PathStep.NONE || path.length() > before.length()) {
            before = path;
        }
    }

    /** Releases the actions that it waited for; returns the longest path that ends with it. */
    PathStep retire(int kept) {
        PathStep path = step(kept, 0);
        retired = true;
        earlier.clear();
        return path;
    }

    /**
     * Computes the path. An earlier action may retire in the same nanosecond, and its event come
     * later; its end is known then.
     */
    private PathStep step(int kept, int depth) {
        if (step == null) {
            step = PathStep.NONE; // ends a circle
            for (OpenAction other : earlier) {
                if (other.step != null || other.builder.hasEnded() && depth < DEEPEST) {
                    follows(other.step(kept, depth + 1));
                }
            }
            step = new PathStep(row(), before, kept);
        }
        return step;
    }

    /** {@return the number of known dependences} */
    int waits() {
        return earlier.size();
    }

    /** {@return the action as recorded so far} */
    public ActionRow row() {
        return builder.row();
    }

    /** {@return an action that it waits for and that has not retired, if one is known} */
    public Optional<OpenAction> blocker() {
        return earlier.stream().filter(one -> !one.retired).findFirst();
    }
}
