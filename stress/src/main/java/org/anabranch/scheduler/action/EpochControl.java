package org.anabranch.scheduler.action;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Negative control, must fail: an epoch whose dependency count is not atomic. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "released once")
@Outcome(expect = Expect.FORBIDDEN, desc = "not released, or twice")
@State
public class EpochControl {

    private final CountedAction mark = new CountedAction();
    private int holds = 2;

    private void release() {
        if (--holds == 0) {
            mark.start();
        }
    }

    @Actor
    public void marks() {
        release();
    }

    @Actor
    public void ends() {
        release();
    }

    @Arbiter
    public void count(I_Result result) {
        result.r1 = mark.submissions.get();
    }
}
