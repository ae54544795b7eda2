package org.anabranch.spi.support;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Negative control, must fail: pending operations are looked up and followed without the lock of
 * the lanes.
 */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "begun once")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost, or twice")
@State
public class LaneEdgeControl {
    private final CountedOperation after = new CountedOperation(1, 2, 1);
    private volatile boolean pending = true;
    private volatile CountedOperation follower;

    @Actor
    public void adds() {
        if (pending) {
            follower = after;
        } else {
            after.begin(true);
        }
    }

    @Actor
    public void ends() {
        CountedOperation told = follower;
        pending = false;
        if (told != null) {
            told.begin(false);
        }
    }

    @Arbiter
    public void count(I_Result result) {
        result.r1 = after.begun.get();
    }
}
