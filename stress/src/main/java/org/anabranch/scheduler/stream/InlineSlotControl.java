package org.anabranch.scheduler.stream;

import org.anabranch.scheduler.action.CountedAction;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Negative control, must fail: a thread that ends its claim checks for a successor first and then
 * removes the claim.
 */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "released once")
@Outcome(expect = Expect.FORBIDDEN, desc = "not released, or twice")
@State
public class InlineSlotControl {
    private static final Object CLAIMED = new Object();

    private final CountedAction gate = new CountedAction();
    private volatile Object claim = CLAIMED;

    @Actor
    public void runs() {
        if (claim == CLAIMED) {
            claim = null;
        } else {
            gate.release();
        }
    }

    @Actor
    public void follows() {
        gate.hold();
        gate.start();
        if (claim == CLAIMED) {
            claim = gate;
        } else {
            gate.release();
        }
    }

    @Arbiter
    public void count(I_Result result) {
        result.r1 = gate.submissions.get();
    }
}
