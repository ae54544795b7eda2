package org.anabranch.k2h.arm;

import org.anabranch.k2h.protocol.OperandScope;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A finish scope of the ARM side: a counter of tasks that have not ended. Only ARM cores access it
 * (K2H-S6).
 */
final class ArmFinish {
    final ArmFinish parent;
    final int depth;
    final OperandScope scope;

    /** The number of tasks that have not ended. */
    final AtomicInteger open = new AtomicInteger();

    /** True if one of its tasks was handed to the DSPs. */
    volatile boolean crossed;

    /**
     * The number of flushes of its operands that had begun when a task last came back from the
     * DSPs.
     */
    volatile int flushesBefore;

    /** Its handle for the other side, 0 while there is none. */
    volatile int handle;

    ArmFinish(ArmFinish parent, int depth, OperandScope scope) {
        this.parent = parent;
        this.depth = depth;
        this.scope = scope;
    }

    /**
     * Returns true if nothing else is under way: each enclosing finish has at most one open task.
     */
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
