package org.anabranch.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

import java.lang.invoke.VarHandle;

/**
 * The control with the fence that a deque's pop and steal need between their store and their load.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "both reads overtook the stores")
@Outcome(expect = Expect.ACCEPTABLE)
@State
public class FencedStoresTest {
    private int x;
    private int y;

    @Actor
    public void first(II_Result result) {
        x = 1;
        VarHandle.fullFence();
        result.r1 = y;
    }

    @Actor
    public void second(II_Result result) {
        y = 1;
        VarHandle.fullFence();
        result.r2 = x;
    }
}
