package org.anabranch.scheduler.action;

import org.anabranch.scheduler.pool.Trampoline;
import org.anabranch.scheduler.pool.WorkerThread;

import java.util.ArrayDeque;
import java.util.List;

/**
 * Actions that the calling thread has made ready. They advance one after another from the outermost
 * call, also on a device that completes within the submission.
 */
public final class ReadyQueue extends Trampoline<DependenceNode> {
    private static final ReadyQueue READY = new ReadyQueue();

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
    public static void ready(DependenceNode action) {
        READY.add(action);
    }

    @Override
    protected void run(DependenceNode action) {
        action.advance();
    }

    @Override
    protected ArrayDeque<Object> queueOf(WorkerThread worker) {
        return worker.ready;
    }

    @Override
    protected String failed() {
        return STUCK;
    }
}
