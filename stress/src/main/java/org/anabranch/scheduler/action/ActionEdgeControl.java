package org.anabranch.scheduler.action;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Negative control, must fail: the list of successors is never closed, so that one may be added
 * after they were notified.
 */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "released once")
@Outcome(expect = Expect.FORBIDDEN, desc = "not released, or twice")
@State
public class ActionEdgeControl {

    private final CountedAction after = new CountedAction();
    private volatile boolean retired;
    private volatile CountedAction successor;

    @Actor
    public void enqueues() {
        after.hold();
        if (retired) {
            after.release();
        } else {
            successor = after;
        }
        after.start();
    }

    @Actor
    public void retires() {
        CountedAction told = successor;
        retired = true;
        if (told != null) {
            told.release();
        }
    }

    @Arbiter
    public void count(I_Result result) {
        result.r1 = after.submissions.get();
    }
}
