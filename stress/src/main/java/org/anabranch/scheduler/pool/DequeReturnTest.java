package org.anabranch.scheduler.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Test: the owner takes the only open entry back and opens another in its place while a thief
 * steals; the bounds are the same as before.
 */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "each task once")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost or doubled")
@State
public class DequeReturnTest {

    private final TaskDeque deque = NumberedTask.deque();
    private final byte[] seen = new byte[4];
    private int popped;
    private int poppedToo;
    private int stolen;

    public DequeReturnTest() {
        deque.push(new NumberedTask(1), null);
    }

    @Actor
    public void owner() {
        popped = NumberedTask.of(deque.pop());
        deque.ask();
        deque.push(new NumberedTask(2), null);
        poppedToo = NumberedTask.of(deque.pop());
        deque.ask();
        deque.push(new NumberedTask(3), null);
    }

    @Actor
    public void thief() {
        stolen = NumberedTask.of(deque.steal(null));
    }

    @Arbiter
    public void count(I_Result result) {
        seen[popped]++;
        seen[poppedToo]++;
        seen[stolen]++;
        result.r1 = NumberedTask.miscounted(seen, deque);
    }
}
