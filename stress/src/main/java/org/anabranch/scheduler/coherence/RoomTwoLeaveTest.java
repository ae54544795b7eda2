package org.anabranch.scheduler.coherence;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/**
 * Test: an action is admitted while two of three actions inside leave, then the third one leaves.
 * There is room for it once none is inside: the last one that leaves admits it, or it sees the room
 * itself.
 */
@JCStressTest
@Outcome(id = "1, true", expect = Expect.ACCEPTABLE, desc = "admitted once")
@Outcome(expect = Expect.FORBIDDEN, desc = "it waits beside free memory, or entered twice")
@State
public class RoomTwoLeaveTest {

    private final SmallStore store = new SmallStore(3);
    private final RoomAction first = RoomAction.inside(store, 0);
    private final RoomAction second = RoomAction.inside(store, 1);
    private final RoomAction third = RoomAction.inside(store, 2);
    private final RoomAction waiting = new RoomAction(store, 3);

    @Actor
    public void comes() {
        waiting.start();
        third.leaveRoom();
    }

    @Actor
    public void leaves() {
        first.leaveRoom();
        second.leaveRoom();
    }

    @Arbiter
    public void look(IZ_Result result) {
        result.r1 = waiting.submissions.get();
        result.r2 = store.isAtRestAfter(waiting);
    }
}
