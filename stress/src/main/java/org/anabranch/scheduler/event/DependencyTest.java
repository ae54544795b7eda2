package org.anabranch.scheduler.event;

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
 * Dependencies are added while one event settles and while all are given up: each holds once and is
 * over once, and no event refers to it afterwards.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "over once, and forgotten")
@Outcome(expect = Expect.FORBIDDEN, desc = "held, or released twice, or kept by the event")
@State
public class DependencyTest implements Dependent {

    private final SettlingEvent event = new SettlingEvent();
    private final SettlingEvent never = new SettlingEvent();
    private final AtomicInteger holds = new AtomicInteger();
    private final Dependencies dependencies = new Dependencies(this);
    private int kept;

    @Override
    public void hold() {
        holds.incrementAndGet();
    }

    @Override
    public void dependencyEnded(AnabranchException failure) {
        holds.decrementAndGet();
    }

    @Actor
    public void adds() {
        dependencies.add(event);
        dependencies.add(never);
    }

    @Actor
    public void endsAndGivesUp() {
        event.settle(SettlingEvent.DONE);
        dependencies.giveUp();
    }

    @Arbiter
    public void count(II_Result result) {
        result.r1 = holds.get();
        event.forEachDependent(waits -> kept++);
        never.forEachDependent(waits -> kept++);
        result.r2 = kept;
    }
}
