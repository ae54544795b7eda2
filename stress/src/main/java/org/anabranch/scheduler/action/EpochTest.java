package org.anabranch.scheduler.action;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Test: the last action of an epoch ends while a mark ends the epoch; the mark is released once.
 */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "released once")
@Outcome(expect = Expect.FORBIDDEN, desc = "not released, or twice")
@State
public class EpochTest {

    private final Epoch epoch = new Epoch();
    private final CountedAction mark = new CountedAction();

    @Actor
    public void marks() {
        epoch.end(mark, 1);
        mark.start();
    }

    @Actor
    public void ends() {
        epoch.release();
    }

    @Arbiter
    public void count(I_Result result) {
        result.r1 = mark.submissions.get();
    }
}
