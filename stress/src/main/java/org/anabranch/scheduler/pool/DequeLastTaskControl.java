package org.anabranch.scheduler.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Negative control, must fail: {@link DequeLastTaskTest} with three pops against two steals, on a
 * deque without fences.
 */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "each task once")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost or doubled")
@State
public class DequeLastTaskControl {

    private final UnfencedDeque deque = new UnfencedDeque();
    private final int[] seen = new int[3];
    private int popped;
    private int poppedToo;
    private int stolen;
    private int stolenToo;

    public DequeLastTaskControl() {
        deque.push(new NumberedTask(1));
        deque.push(new NumberedTask(2));
    }

    @Actor
    public void owner() {
        popped = NumberedTask.of(deque.pop());
        poppedToo = NumberedTask.of(deque.pop());
    }

    @Actor
    public void thief() {
        stolen = NumberedTask.of(deque.steal());
        stolenToo = NumberedTask.of(deque.steal());
    }

    @Arbiter
    public void count(I_Result result) {
        seen[popped]++;
        seen[poppedToo]++;
        seen[stolen]++;
        seen[stolenToo]++;
        for (Task task = deque.pop(); task != null; task = deque.pop()) {
            seen[NumberedTask.of(task)]++;
        }
        result.r1 = Math.abs(seen[1] - 1) + Math.abs(seen[2] - 1);
    }
}
