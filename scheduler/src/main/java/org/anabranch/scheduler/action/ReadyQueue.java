package org.anabranch.scheduler.action;

import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.WorkerThread;

import java.util.ArrayDeque;
import java.util.List;

/**
 * Actions that this thread has made ready. They go on one after another from the outermost call,
 * not from within each other, so that a chain of any length needs no stack, even on a device that
 * completes within the submission. The first is the one that is under way. Any other thread than a
 * worker keeps its queue, which is empty and of a class of the JDK between calls, so that nothing
 * of a stopped bundle stays behind.
 */
public final class ReadyQueue {
    private static final ThreadLocal<ArrayDeque<Object>> READY = new ThreadLocal<>();

    /** A queue that may have become longer than this is not kept. */
    private static final int KEPT = 1024;

    /** No literal: that takes memory where it is first used. */
    private static final String STUCK = "an action could not go on".intern();

    private ReadyQueue() {}

    /** Ends the set-up of these actions, without a byte of memory for doing so. */
    public static void startAll(List<? extends DependenceNode> actions) {
        for (int i = 0; i < actions.size(); i++) {
            actions.get(i).start();
        }
    }

    /** Lets the action advance, now or when the call that is under way on this thread returns. */
    public static void add(DependenceNode action) {
        ArrayDeque<Object> ready = null;
        try {
            ready =
                    Thread.currentThread() instanceof WorkerThread worker
                            ? worker.ready
                            : ofThread();
            ready.addLast(action);
        } catch (OutOfMemoryError full) {
            if (ready != null) {
                ready.pollLast(); // what could not grow has it all the same, and looks empty
            }
            advance(action); // at the cost of stack
            return;
        }
        if (ready.size() == 1) {
            advanceAll(ready);
        }
    }

    private static ArrayDeque<Object> ofThread() {
        ArrayDeque<Object> ready = READY.get();
        if (ready == null) {
            ready = new ArrayDeque<>();
            READY.set(ready);
        }
        return ready;
    }

    /** What keeps one from going on keeps no other. */
    private static void advance(DependenceNode action) {
        try {
            action.advance();
        } catch (Throwable broken) {
            ForeignCode.warn(STUCK, broken);
        }
    }

    private static void advanceAll(ArrayDeque<Object> ready) {
        int longest = 0;
        try {
            for (Object next = ready.peekFirst(); next != null; next = ready.peekFirst()) {
                advance((DependenceNode) next);
                longest = Math.max(longest, ready.size());
                ready.removeFirst();
            }
        } finally {
            ready.clear();
            if (longest > KEPT) {
                READY.remove();
            }
        }
    }
}
