package org.anabranch.scheduler.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Test: tasks of two programs are added while a worker takes tasks of both, and takes queues that
 * it finds empty out of the list.
 */
@JCStressTest
@Outcome(id = "4", expect = Expect.ACCEPTABLE, desc = "each task was taken")
@Outcome(expect = Expect.FORBIDDEN, desc = "a task waits in a queue that is not listed")
@State
public class TenantQueuesMeetTest {
    private static final Worker[] NOBODY = {};

    private final TenantQueues queues = new TenantQueues(2, () -> 1, () -> {}, new Roster());
    private final TaskQueue one = new Tenant("one").queue;
    private final TaskQueue other = new Tenant("other").queue;
    private int taken;

    public TenantQueuesMeetTest() {
        queues.add(new QueuedTask(one));
        queues.add(new QueuedTask(other));
    }

    @Actor
    public void adds() {
        queues.add(new QueuedTask(one));
        queues.add(new QueuedTask(other));
    }

    @Actor
    public void takes() {
        for (int i = 0; i < 3; i++) {
            taken += queues.next(NOBODY, null, false) == null ? 0 : 1;
        }
    }

    @Arbiter
    public void takesTheRest(I_Result result) {
        result.r1 = taken + QueuedTask.left(queues);
    }
}
