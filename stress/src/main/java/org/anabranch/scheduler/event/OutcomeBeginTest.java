package org.anabranch.scheduler.event;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Test: an event is begun and cancelled concurrently; one of the two succeeds. */
@JCStressTest
@Outcome(
        id = {"true, false", "false, true"},
        expect = Expect.ACCEPTABLE,
        desc = "one of them")
@Outcome(expect = Expect.FORBIDDEN, desc = "both or none")
@State
public class OutcomeBeginTest {

    private final SettlingEvent event = new SettlingEvent();

    @Actor
    public void one(ZZ_Result result) {
        result.r1 = event.begin();
    }

    @Actor
    public void other(ZZ_Result result) {
        result.r2 = event.cancel();
    }
}
