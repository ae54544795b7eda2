package org.anabranch.scheduler.action;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Test: an edge is added while its predecessor retires; the successor is submitted once. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "released once")
@Outcome(expect = Expect.FORBIDDEN, desc = "not released, or twice")
@State
public class ActionEdgeTest {

    private final CountedAction before = new CountedAction();
    private final CountedAction after = new CountedAction();

    public ActionEdgeTest() {
        before.start();
    }

    @Actor
    public void enqueues() {
        before.precede(after, true);
        after.start();
    }

    @Actor
    public void retires() {
        before.end(CountedAction.DONE);
    }

    @Arbiter
    public void count(I_Result result) {
        result.r1 = after.submissions.get();
    }
}
