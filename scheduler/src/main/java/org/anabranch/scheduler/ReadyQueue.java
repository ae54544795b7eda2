package org.anabranch.scheduler;

import java.util.ArrayDeque;

/**
 * Actions that this thread has made ready. They go on one after another from the outermost call,
 * not from within each other, so that a chain of any length needs no stack, even on a device that
 * completes within the submission.
 */
final class ReadyQueue {
    private static final ThreadLocal<ArrayDeque<Action>> READY = new ThreadLocal<>();

    private ReadyQueue() {}

    /** Lets the action advance, now or when the call that is under way on this thread returns. */
    static void add(Action action) {
        ArrayDeque<Action> underWay = READY.get();
        if (underWay != null) {
            underWay.add(action);
            return;
        }
        ArrayDeque<Action> ready = new ArrayDeque<>(4);
        READY.set(ready);
        try {
            for (Action next = action; next != null; next = ready.poll()) {
                next.advance();
            }
        } finally {
            READY.remove();
        }
    }
}
