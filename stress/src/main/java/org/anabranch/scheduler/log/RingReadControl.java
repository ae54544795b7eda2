package org.anabranch.scheduler.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Negative control, must fail: a ring is read without checking again that it was not overwritten
 * meanwhile.
 */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "a whole event")
@Outcome(expect = Expect.FORBIDDEN, desc = "parts of two events")
@State
public class RingReadControl {
    private final Ring ring = new Ring(2);
    private final long[] room = new long[Ring.WORDS];

    public RingReadControl() {
        ring.put(0, 0, 0, 0, 0);
    }

    @Actor
    public void writes() {
        for (long n = 1; n <= 5; n++) {
            ring.put(n, n, n, n, n);
        }
    }

    @Actor
    public void reads(Z_Result result) {
        ring.copy(ring.written() - 1, 1, room);
        result.r1 = true;
        for (long word : room) {
            result.r1 &= word == room[0];
        }
    }
}
