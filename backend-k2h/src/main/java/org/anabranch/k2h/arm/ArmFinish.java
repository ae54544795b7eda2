package org.anabranch.k2h.arm;

import org.anabranch.k2h.protocol.Scope;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A finish scope of the ARM side: a counter of tasks that have not ended. Only ARM cores touch it
 * (K2H-S6).
 */
final class ArmFinish {
    final ArmFinish parent;
    final int depth;
    final Scope scope;

    /** Tasks that have not ended. */
    final AtomicInteger open = new AtomicInteger();

    /** Whether one of its tasks was handed to the DSPs. */
    volatile boolean crossed;

    /** Flushes of its operands that had begun when a task last came back from the DSPs. */
    volatile int flushesBefore;

    /** What the other side calls it, 0 while that has no need to. */
    volatile int handle;

    ArmFinish(ArmFinish parent, int depth, Scope scope) {
        this.parent = parent;
        this.depth = depth;
        this.scope = scope;
    }

    /** Whether nothing else is under way: of each finish around it, one task at most. */
    boolean isLast() {
        ArmFinish around = parent;
        while (around != null && around.open.get() <= 1) {
            if (around.parent == null) {
                return around.depth == 0;
            }
            around = around.parent;
        }
        return false;
    }
}
