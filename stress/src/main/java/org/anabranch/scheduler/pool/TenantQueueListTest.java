package org.anabranch.scheduler.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Test: a task is added to the queue of the only program while a worker finds the queue empty and
 * takes it out of the list.
 */
@JCStressTest
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "each task was taken")
@Outcome(expect = Expect.FORBIDDEN, desc = "a task waits in a queue that is not listed")
@State
public class TenantQueueListTest {

    private final TenantQueues queues = new TenantQueues(2, () -> 1, () -> {}, new Roster());
    private final WaitingTasks waiting = new WaitingTasks(2, queues);
    private final TaskQueue queue = new Tenant("program").queue;
    private final Worker worker = new Worker(NoPool.INSTANCE, 0, 0, false);
    private int taken;

    public TenantQueueListTest() {
        queues.add(new QueuedTask(queue));
    }

    @Actor
    public void adds() {
        queues.add(new QueuedTask(queue));
    }

    @Actor
    public void takes() {
        for (int i = 0; i < 2; i++) {
            taken += waiting.take(worker, new Worker[0], null, false) == null ? 0 : 1;
        }
    }

    @Arbiter
    public void takesTheRest(I_Result result) {
        result.r1 = taken + QueuedTask.left(queues);
    }
}
