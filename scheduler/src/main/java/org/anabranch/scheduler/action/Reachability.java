package org.anabranch.scheduler.action;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The search for a path from one node of the dependence graph to another. The successors are
 * searched, nearest first: by the edges, and by the marks and barriers that wait for whole epochs
 * of a stream.
 */
public final class Reachability {
    /** Nodes, and epochs. */
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Queue<DependenceNode> open = new ArrayDeque<>();

    private Reachability() {}

    /**
     * Returns true if there is a path.
     *
     * @param isOver ends the search: the last node does not wait any more
     */
    static boolean isPath(DependenceNode first, DependenceNode last, BooleanSupplier isOver) {
        Reachability reached = new Reachability();
        for (DependenceNode at = first;
                at != null && !reached.seen.contains(last) && !isOver.getAsBoolean();
                at = reached.open.poll()) {
            reached.addSuccessors(at);
        }
        return reached.seen.contains(last);
    }

    private void addSuccessors(DependenceNode node) {
        for (Edge edge = node.edges(); edge != null; edge = edge.next) {
            add(edge.successor);
        }
        node.forEachDependent(
                dependent -> {
                    if (dependent instanceof DependenceNode waits) {
                        add(waits);
                    }
                });
        for (Epoch epoch = node.epoch; epoch != null && seen.add(epoch); epoch = epoch.next()) {
            if (epoch.mark() != null) {
                add(epoch.mark());
            }
        }
    }

    private void add(DependenceNode node) {
        if (seen.add(node)) {
            open.add(node);
        }
    }
}
