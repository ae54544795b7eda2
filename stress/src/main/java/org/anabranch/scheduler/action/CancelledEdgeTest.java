package org.anabranch.scheduler.action;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * An action is enqueued behind one that is cancelled meanwhile, and does not retire: it is
 * cancelled at once, by the thread that enqueues it or by the one that cancels.
 */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "cancelled")
@Outcome(expect = Expect.FORBIDDEN, desc = "it waits for an action that was cancelled")
@State
public class CancelledEdgeTest {

    private final CountedAction before = new CountedAction();
    private final CountedAction after = new CountedAction();

    public CancelledEdgeTest() {
        before.hold(); // as by its own predecessor
        before.start();
    }

    @Actor
    public void enqueues() {
        before.precede(after, true);
        after.start();
    }

    @Actor
    public void cancels() {
        boolean _ = before.cancel();
    }

    @Arbiter
    public void look(Z_Result result) {
        result.r1 = after.isSettled();
    }
}
