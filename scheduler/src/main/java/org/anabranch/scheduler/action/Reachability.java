package org.anabranch.scheduler.action;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.Set;

/**
 * What comes after an action that runs, however much lies between: by the edges, and by the marks
 * and barriers that wait for whole epochs of a stream. The nearest are looked at first, and not
 * more than a good many, since a program that waits rightly has to wait for the answer too.
 */
public final class Reachability {
    private static final int LIMIT = 1 << 14;

    /** Actions, and epochs. */
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Queue<Action> open = new ArrayDeque<>();

    private Reachability() {}

    /** Whether the other cannot end before the running one has ended, as far as was looked. */
    static boolean isAfter(Action other, Action running) {
        Reachability reached = new Reachability();
        for (Action at = running;
                at != null && !reached.seen.contains(other) && reached.seen.size() < LIMIT;
                at = reached.open.poll()) {
            reached.addSuccessors(at);
        }
        return reached.seen.contains(other);
    }

    private void addSuccessors(Action action) {
        for (Edge edge = action.edges(); edge != null; edge = edge.next) {
            add(edge.successor);
        }
        for (Epoch epoch = action.epoch; epoch != null && seen.add(epoch); epoch = epoch.next()) {
            if (epoch.mark() != null) {
                add(epoch.mark());
            }
        }
    }

    private void add(Action action) {
        if (seen.add(action)) {
            open.add(action);
        }
    }
}
