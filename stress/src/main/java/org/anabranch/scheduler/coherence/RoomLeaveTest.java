package org.anabranch.scheduler.coherence;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZZ_Result;

/**
 * Test: an action finds no room and goes to wait while the only action inside leaves. Either the
 * one that leaves sees that one waits, or the one that waits sees that nothing is inside.
 */
@JCStressTest
@Outcome(id = "1, true, true", expect = Expect.ACCEPTABLE, desc = "it saw the room")
@Outcome(id = "1, false, true", expect = Expect.ACCEPTABLE, desc = "it was admitted later")
@Outcome(expect = Expect.FORBIDDEN, desc = "it waits beside free memory, or entered twice")
@State
public class RoomLeaveTest {

    private final SmallStore store = new SmallStore(1);
    private final RoomAction inside = RoomAction.inside(store, 0);
    private final RoomAction waiting = new RoomAction(store, 1);
    private Thread comer;

    @Actor
    public void comes() {
        comer = Thread.currentThread();
        waiting.start();
    }

    @Actor
    public void leaves() {
        inside.leaveRoom();
    }

    @Arbiter
    public void look(IZZ_Result result) {
        result.r1 = waiting.submissions.get();
        result.r2 = waiting.submitter == comer;
        result.r3 = store.isAtRestAfter(waiting);
    }
}
