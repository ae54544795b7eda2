package org.anabranch.scheduler.stream;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Negative control, must fail: a thread that enqueues reads the claim first and then announces its
 * action.
 */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.FORBIDDEN, desc = "neither comes after the other")
@Outcome(expect = Expect.ACCEPTABLE, desc = "one comes after the other")
@State
public class InlineSlotGateControl {
    private volatile boolean claimed;
    private volatile boolean enqueued;

    @Actor
    public void runs(ZZ_Result free) {
        claimed = true;
        free.r1 = !enqueued;
    }

    @Actor
    public void enqueues(ZZ_Result free) {
        free.r2 = !claimed;
        enqueued = true;
    }
}
