package org.anabranch.scheduler.action;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The search for a path from an action that runs to another. A stream answers directly for two
 * actions of its own. Otherwise the successors are searched, nearest first: by the edges, and by
 * the marks and barriers that wait for whole epochs of a stream. The search ends with an answer, or
 * when the awaited action has ended meanwhile.
 */
public final class Reachability {
    /** Actions, and epochs. */
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Queue<DependenceNode> open = new ArrayDeque<>();

    private Reachability() {}

    /** Returns true if the event of the other cannot settle before the running one has ended. */
    static boolean isAfter(Action other, Action running) {
        return isAfter(other, running, other::isSettled);
    }

    /**
     * Returns true if the other cannot retire before an action has ended; it may be settled, since
     * it was cancelled.
     */
    static boolean retiresAfter(Action other, Action action) {
        return isAfter(other, action, other::isRetired);
    }

    private static boolean isAfter(Action other, Action first, BooleanSupplier isOver) {
        if (first.owner == other.owner && first.owner.orders(first, other)) {
            return true;
        }
        Reachability reached = new Reachability();
        for (DependenceNode at = first;
                at != null && !reached.seen.contains(other) && !isOver.getAsBoolean();
                at = reached.open.poll()) {
            reached.addSuccessors(at);
        }
        return reached.seen.contains(other);
    }

    private void addSuccessors(DependenceNode action) {
        for (Edge edge = action.edges(); edge != null; edge = edge.next) {
            add(edge.successor);
        }
        action.forEachDependent(
                dependent -> {
                    if (dependent instanceof DependenceNode waits) {
                        add(waits);
                    }
                });
        for (Epoch epoch = action.epoch; epoch != null && seen.add(epoch); epoch = epoch.next()) {
            if (epoch.mark() != null) {
                add(epoch.mark());
            }
        }
    }

    private void add(DependenceNode action) {
        if (seen.add(action)) {
            open.add(action);
        }
    }
}
