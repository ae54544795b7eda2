package org.anabranch.scheduler.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Test: the ring is replaced by a larger one while a thief steals from it. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "each task once")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost or doubled")
@State
public class DequeGrowthTest {

    private static final int BEFORE = 4095;

    private final TaskDeque deque = NumberedTask.deque();
    private final byte[] seen = new byte[BEFORE + 3];
    private int popped;
    private int stolen;
    private int stolenToo;

    public DequeGrowthTest() {
        for (int i = 1; i <= BEFORE; i++) {
            deque.push(new NumberedTask(i), null);
        }
    }

    @Actor
    public void owner() {
        deque.push(new NumberedTask(BEFORE + 1), null);
        deque.push(new NumberedTask(BEFORE + 2), null);
        popped = NumberedTask.of(deque.pop());
    }

    @Actor
    public void thief() {
        stolen = NumberedTask.of(deque.steal(null));
        stolenToo = NumberedTask.of(deque.steal(null));
    }

    @Arbiter
    public void count(I_Result result) {
        seen[popped]++;
        seen[stolen]++;
        seen[stolenToo]++;
        result.r1 = NumberedTask.miscounted(seen, deque);
    }
}
