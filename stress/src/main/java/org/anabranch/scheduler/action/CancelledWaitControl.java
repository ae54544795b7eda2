package org.anabranch.scheduler.action;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Must fail: a hold that is given back by looking first and writing then, so that the end of the
 * event and the cancellation both give it back.
 */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "released once")
@Outcome(expect = Expect.FORBIDDEN, desc = "not released, or twice")
@State
public class CancelledWaitControl {

    private final AtomicInteger holds = new AtomicInteger(1);
    private volatile boolean over;

    private void giveBack() {
        if (!over) {
            over = true;
            holds.decrementAndGet();
        }
    }

    @Actor
    public void settles() {
        giveBack();
    }

    @Actor
    public void cancels() {
        giveBack();
    }

    @Arbiter
    public void count(I_Result result) {
        result.r1 = holds.get();
    }
}
