package org.anabranch.scheduler.coherence;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/**
 * Test: an action goes to wait for room while it is cancelled. It retires although the action
 * inside stays there.
 */
@JCStressTest
@Outcome(id = "1, true", expect = Expect.ACCEPTABLE, desc = "retired once, without running")
@Outcome(expect = Expect.FORBIDDEN, desc = "it waits though cancelled, or retired twice, or ran")
@State
public class RoomCancelTest {

    private final SmallStore store = new SmallStore(1);
    private final RoomAction inside = RoomAction.inside(store, 0);
    private final RoomAction waiting = new RoomAction(store, 1);

    @Actor
    public void comes() {
        waiting.start();
    }

    @Actor
    public void cancels() {
        waiting.cancel();
    }

    @Arbiter
    public void look(IZ_Result result) {
        result.r1 = waiting.retirements.get() + 2 * waiting.submissions.get();
        result.r2 = store.isAtRestAfter(inside);
    }
}
