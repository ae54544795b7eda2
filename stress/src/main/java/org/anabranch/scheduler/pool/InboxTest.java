package org.anabranch.scheduler.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Test: two threads take from an inbox and put back all but one task, while one of them adds to it.
 */
@JCStressTest
@Outcome(id = "1111", expect = Expect.ACCEPTABLE, desc = "each task was had once")
@Outcome(expect = Expect.FORBIDDEN, desc = "a task was lost, or had twice")
@State
public class InboxTest {

    private final Inbox inbox = new Inbox();
    private final AtomicIntegerArray had = new AtomicIntegerArray(4);

    public InboxTest() {
        inbox.add(new NumberedTask(0));
        inbox.add(new NumberedTask(1));
    }

    @Actor
    public void addsAndTakes() {
        inbox.add(new NumberedTask(2));
        inbox.add(new NumberedTask(3));
        takeOne();
    }

    @Actor
    public void takes() {
        takeOne();
        takeOne();
    }

    private void takeOne() {
        InboxNode first = inbox.take();
        if (first != null) {
            InboxNode rest = first.next;
            first.next = null;
            had(first);
            if (rest != null && !inbox.putBack(rest)) {
                had(rest);
            }
        }
    }

    private void had(InboxNode tasks) {
        for (InboxNode task = tasks; task != null; task = task.next) {
            had.incrementAndGet(((NumberedTask) task).number);
        }
    }

    @Arbiter
    public void count(I_Result result) {
        while (!inbox.isEmpty()) {
            had(inbox.take());
        }
        result.r1 = 1000 * had.get(0) + 100 * had.get(1) + 10 * had.get(2) + had.get(3);
    }
}
