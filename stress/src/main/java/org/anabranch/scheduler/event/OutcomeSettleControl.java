package org.anabranch.scheduler.event;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Negative control, must fail: an event is settled by a read and a write, without compare-and-set.
 */
@JCStressTest
@Outcome(
        id = {"true, false", "false, true"},
        expect = Expect.ACCEPTABLE,
        desc = "one of them")
@Outcome(expect = Expect.FORBIDDEN, desc = "both or none")
@State
public class OutcomeSettleControl {

    private volatile boolean settled;

    private boolean settle() {
        if (settled) {
            return false;
        }
        settled = true;
        return true;
    }

    @Actor
    public void one(ZZ_Result result) {
        result.r1 = settle();
    }

    @Actor
    public void other(ZZ_Result result) {
        result.r2 = settle();
    }
}
