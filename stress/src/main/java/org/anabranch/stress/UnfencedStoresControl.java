package org.anabranch.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Must fail: two plain stores that each thread may still hold back when it reads the other's. The
 * build demands that jcstress finds it, since a tool that has gone blind would pass everything.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "both reads overtook the stores")
@Outcome(expect = Expect.ACCEPTABLE)
@State
public class UnfencedStoresControl {
    private int x;
    private int y;

    @Actor
    public void first(II_Result result) {
        x = 1;
        result.r1 = y;
    }

    @Actor
    public void second(II_Result result) {
        y = 1;
        result.r2 = x;
    }
}
