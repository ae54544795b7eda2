package org.anabranch.scheduler.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Test: the owner pops the only task while a thief steals it. */
@JCStressTest
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "one of them has it")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost or doubled")
@State
public class DequeLastTaskTest {

    private final TaskDeque deque = NumberedTask.deque();

    public DequeLastTaskTest() {
        deque.push(new NumberedTask(1), null);
    }

    @Actor
    public void owner(II_Result result) {
        result.r1 = NumberedTask.of(deque.pop());
    }

    @Actor
    public void thief(II_Result result) {
        result.r2 = NumberedTask.of(deque.steal(null));
    }
}
