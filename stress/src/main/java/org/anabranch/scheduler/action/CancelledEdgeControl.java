package org.anabranch.scheduler.action;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Must fail: an action is enqueued behind another one by a look at its state before the edge is
 * added, and none after, so that a cancellation in between is seen by neither thread.
 */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "cancelled")
@Outcome(expect = Expect.FORBIDDEN, desc = "it waits for an action that was cancelled")
@State
public class CancelledEdgeControl {

    private final CountedAction before = new CountedAction();
    private final CountedAction after = new CountedAction();
    private volatile CountedAction successor;

    public CancelledEdgeControl() {
        before.hold();
        before.start();
        after.hold();
    }

    @Actor
    public void enqueues() {
        boolean cancelled = before.isSettled();
        successor = after;
        after.start();
        if (cancelled) {
            boolean _ = after.cancel();
        }
    }

    @Actor
    public void cancels() {
        CountedAction told = successor;
        boolean _ = before.cancel();
        if (told != null) {
            boolean _ = told.cancel();
        }
    }

    @Arbiter
    public void look(Z_Result result) {
        result.r1 = after.isSettled();
    }
}
