package org.anabranch.scheduler.action;

import org.anabranch.api.AnabranchException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A wait is cancelled while the event that it waits for settles: the hold is released once, so it
 * retires once, and it has either run or been cancelled.
 */
@JCStressTest
@Outcome(
        id = {"1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "retired once, in one way")
@Outcome(expect = Expect.FORBIDDEN, desc = "not retired, or twice; or both ways, or none")
@State
public class CancelledWaitTest {

    private final CountedAction event = new CountedAction();
    private final Waiting waiting = new Waiting();

    public CancelledWaitTest() {
        event.start();
        waiting.dependOn(event);
        waiting.start();
    }

    @Actor
    public void settles() {
        event.end(CountedAction.DONE);
    }

    @Actor
    public void cancels(II_Result result) {
        result.r2 = waiting.cancel() ? 1 : 0;
    }

    @Arbiter
    public void count(II_Result result) {
        result.r1 = waiting.retirements.get();
        result.r2 += waiting.submissions.get();
    }

    /** Ends as it is submitted, and counts that. */
    private static final class Waiting extends Action {
        private final AtomicInteger submissions = new AtomicInteger();
        private final AtomicInteger retirements = new AtomicInteger();

        Waiting() {
            super(CountedAction.POOL, ActionOwner.NOBODY, null);
        }

        @Override
        public void submit() {
            submissions.addAndGet(begin() ? 1 : 0);
            end(DONE);
        }

        @Override
        public void retired(AnabranchException failure) {
            retirements.incrementAndGet();
        }

        @Override
        public String describe() {
            return "an action that waits";
        }
    }
}
