package org.anabranch.scheduler.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Test: a thief opens a private entry while the owner pops it. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "each task once")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost or doubled")
@State
public class DequeRevokeTest {

    private final TaskDeque deque = NumberedTask.deque();
    private final byte[] seen = new byte[4];
    private volatile Thread owner;
    private int popped;
    private int poppedToo;
    private int stolen;
    private int stolenToo;

    public DequeRevokeTest() {
        for (int i = 1; i <= 3; i++) {
            deque.push(new NumberedTask(i), null);
        }
        deque.pop();
        deque.push(new NumberedTask(3), null); // the first is open, the others are private
    }

    @Actor
    public void owner() {
        owner = Thread.currentThread();
        popped = NumberedTask.of(deque.pop());
        poppedToo = NumberedTask.of(deque.pop());
    }

    @Actor
    public void thief() {
        while (owner == null) {
            Thread.onSpinWait();
        }
        deque.revoke(owner);
        stolen = NumberedTask.of(deque.steal(null));
        stolenToo = NumberedTask.of(deque.steal(null));
    }

    @Arbiter
    public void count(I_Result result) {
        seen[popped]++;
        seen[poppedToo]++;
        seen[stolen]++;
        seen[stolenToo]++;
        result.r1 = NumberedTask.miscounted(seen, deque);
    }
}
