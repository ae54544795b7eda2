package org.anabranch.scheduler;

/**
 * Reductions of one buffer with nothing between them: they may run in any order. So one that fails
 * may spoil what others read, or find them done; what comes after them all finds the buffer
 * undefined.
 */
final class Reductions {
    private int planned;

    /** One of them will fail, or was cancelled. */
    void planFailure() {
        planned++;
    }

    /** Returns true if an action other than this one may have failed before it. */
    boolean spoil(ModelledAction action) {
        return planned > (action.fails || action.cancelled ? 1 : 0);
    }
}
