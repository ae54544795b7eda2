package org.anabranch.scheduler.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Test: a worker goes to sleep while a task is pushed. */
@JCStressTest
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "sleeps beside work")
@Outcome(expect = Expect.ACCEPTABLE, desc = "woken, or saw the work")
@State
public class SleeperIsWokenTest {

    private final TaskDeque deque = NumberedTask.deque();
    private final Sleepers sleepers = new Sleepers(NoPool.INSTANCE, 1);
    private final Worker worker = new Worker(null, 0, 0, false);
    private final Task task = new NumberedTask(1);

    @Actor
    public void adds(ZZ_Result result) {
        deque.push(task, null);
        result.r1 = sleepers.any() && sleepers.wakeOne();
    }

    @Actor
    public void sleeps(ZZ_Result result) {
        sleepers.enter(worker);
        result.r2 = deque.size() > 0;
    }
}
