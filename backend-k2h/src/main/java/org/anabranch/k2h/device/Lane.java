package org.anabranch.k2h.device;

import java.util.ArrayDeque;
import java.util.Queue;

/** An in-order queue of operations: one at a time is under way. For any thread. */
final class Lane {
    private final Queue<Operation> waiting = new ArrayDeque<>();
    private boolean busy;

    /** Adds an operation. Returns whether it is to be started now, by the caller. */
    synchronized boolean add(Operation operation) {
        if (busy) {
            waiting.add(operation);
            return false;
        }
        busy = true;
        return true;
    }

    /**
     * The operation under way has ended. Returns the next, to be started by the caller, or null.
     */
    synchronized Operation next() {
        Operation operation = waiting.poll();
        busy = operation != null;
        return operation;
    }
}
