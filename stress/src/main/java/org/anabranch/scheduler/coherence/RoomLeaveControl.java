package org.anabranch.scheduler.coherence;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/**
 * Negative control, must fail: an action that looks if one is inside before it goes to wait, and
 * not afterwards.
 */
@JCStressTest
@Outcome(id = "1, true", expect = Expect.ACCEPTABLE, desc = "admitted")
@Outcome(expect = Expect.FORBIDDEN, desc = "it waits beside free memory, or entered twice")
@State
public class RoomLeaveControl {

    private final SmallStore store = new SmallStore(1);
    private final RoomAction inside = RoomAction.inside(store, 0);
    private final RoomAction waiting = new RoomAction(store, 1);

    @Actor
    public void comes() {
        if (store.room().isAtRest()) {
            waiting.start();
        } else {
            store.room().enqueue(waiting);
        }
    }

    @Actor
    public void leaves() {
        inside.leaveRoom();
    }

    @Arbiter
    public void look(IZ_Result result) {
        result.r1 = waiting.submissions.get();
        result.r2 = store.isAtRestAfter(waiting);
    }
}
