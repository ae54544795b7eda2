package org.anabranch.scheduler.event;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

import java.util.concurrent.atomic.AtomicInteger;

/** Test: a listener added while the event settles is called once. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "told once")
@Outcome(expect = Expect.FORBIDDEN, desc = "not told, or twice")
@State
public class OutcomeListenerTest {

    private final SettlingEvent event = new SettlingEvent();
    private final AtomicInteger told = new AtomicInteger();

    @Actor
    public void settles() {
        event.settle(SettlingEvent.DONE);
    }

    @Actor
    public void listens() {
        event.onSettled(settled -> told.incrementAndGet());
    }

    @Arbiter
    public void count(I_Result result) {
        result.r1 = told.get();
    }
}
