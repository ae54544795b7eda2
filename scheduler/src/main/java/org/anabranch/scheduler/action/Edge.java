package org.anabranch.scheduler.action;

import org.anabranch.scheduler.count.Handles;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The order of two actions: one comes after the other. Plain edges are released when the
 * predecessor has ended. Early edges, between two operations of a device that orders operations
 * itself, are released when the predecessor has been submitted; only the end of the successor then
 * waits for the end of the predecessor.
 */
public final class Edge {
    private static final VarHandle RELEASED =
            Handles.of(MethodHandles.lookup(), "released", boolean.class);

    static {
        Edge none = null;
        Handles.linkCalls(() -> RELEASED.compareAndSet(none, false, true));
    }

    final DependenceNode successor;
    final boolean early;

    /** Set before anybody else sees this. */
    Edge next;

    /**
     * True if the successor must not run if the predecessor fails. May become true while the
     * predecessor has not closed its edges.
     */
    volatile boolean inherits;

    @SuppressWarnings("unused") // through its handle
    private boolean released;

    /**
     * Creates an edge.
     *
     * @param released true if the successor does not wait for it, since the predecessor has been
     *     submitted already
     */
    Edge(DependenceNode successor, boolean inherits, boolean early, boolean released) {
        this.successor = successor;
        this.early = early;
        this.released = released;
        if (inherits) {
            this.inherits = true;
        }
    }

    /** True for the one caller that may release the successor's hold. */
    boolean release() {
        return !early || RELEASED.compareAndSet(this, false, true);
    }
}
