package org.anabranch.scheduler;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One action comes after another. Plain edges are released when the predecessor has ended. Early
 * edges, between two operations of a device that orders operations itself, are released when the
 * predecessor has been submitted; only the end of the successor then waits for the end of the
 * predecessor.
 */
final class Edge extends AtomicBoolean {
    private static final long serialVersionUID = 1;

    final transient Action successor;

    /** Whether the successor must not run if the predecessor did not end well. */
    final boolean inherits;

    final boolean early;
    final transient Edge next;

    Edge(Action successor, boolean inherits, boolean early, Edge next) {
        this.successor = successor;
        this.inherits = inherits;
        this.early = early;
        this.next = next;
    }

    /** True for the one caller that may release the successor's hold. */
    boolean release() {
        return compareAndSet(false, true);
    }
}
