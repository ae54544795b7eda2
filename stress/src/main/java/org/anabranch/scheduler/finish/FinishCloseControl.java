package org.anabranch.scheduler.finish;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Negative control, must fail: the count is not atomic, so that both threads believe the other was
 * last.
 */
@JCStressTest
@Outcome(
        id = {"true, false", "false, true"},
        expect = Expect.ACCEPTABLE,
        desc = "one was last")
@Outcome(expect = Expect.FORBIDDEN, desc = "nobody or both")
@State
public class FinishCloseControl {

    private int open = 2;

    @Actor
    public void one(ZZ_Result result) {
        result.r1 = --open == 0;
    }

    @Actor
    public void other(ZZ_Result result) {
        result.r2 = --open == 0;
    }
}
