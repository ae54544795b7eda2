package org.anabranch.scheduler.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Test: a spare gives its turn back to wait for an event while the event settles. */
@JCStressTest
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "waits beside a settled event")
@Outcome(expect = Expect.ACCEPTABLE, desc = "has a turn, or saw that the event has settled")
@State
public class SpareGoesOnTest {

    private final RunPermits turns = new RunPermits(new DelayedActions(), new Carriers());
    private final RunPermit turn = turns.begin();
    private boolean settled;

    public SpareGoesOnTest() {
        turns.have(1);
    }

    @Actor
    public void settles() {
        settled = true;
        turns.unpark(turn);
    }

    @Actor
    public void waits(ZZ_Result result) {
        turns.giveBack(turn);
        result.r1 = settled;
    }

    @Arbiter
    public void looks(ZZ_Result result) {
        result.r2 = turn.state == RunPermit.State.RUNNING;
    }
}
