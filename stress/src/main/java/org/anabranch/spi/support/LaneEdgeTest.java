package org.anabranch.spi.support;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Test: an operation is added while one that it names fails; it begins, or is not started, once.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "begun, the other had ended")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "not started")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost, or twice")
@State
public class LaneEdgeTest {
    private static final IllegalStateException FAILURE = new IllegalStateException("planned");

    private final OrderedLanes lanes = new OrderedLanes();
    private final CountedOperation before = new CountedOperation(0, 1);
    private final CountedOperation after = new CountedOperation(1, 2, 1);

    public LaneEdgeTest() {
        lanes.add(before);
    }

    @Actor
    public void adds() {
        lanes.add(after);
    }

    @Actor
    public void fails() {
        lanes.end(before, FAILURE);
    }

    @Arbiter
    public void count(II_Result result) {
        result.r1 = after.begun.get();
        result.r2 = after.refused.get();
    }
}
