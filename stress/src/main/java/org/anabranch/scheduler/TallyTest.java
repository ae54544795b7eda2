package org.anabranch.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A thief tells what the worker has counted while the worker counts on. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "told once")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost or doubled")
@State
public class TallyTest {

    private static final BundlePlatform PLATFORM =
            Engine.start(EngineSettings.defaults().withWorkers(1)).platform("stress");

    private final CountedFinish scope = (CountedFinish) PLATFORM.finish();
    private final Tally tally = new Tally();

    @Actor
    public void worker() {
        tally.add(scope, 1);
        tally.add(scope, 1);
        tally.add(scope, -1);
        tally.tell();
    }

    @Actor
    public void thief() {
        tally.tell();
    }

    @Arbiter
    public void count(I_Result result) {
        tally.end();
        scope.count(-1);
        result.r1 = scope.open();
        PLATFORM.closed(scope);
    }
}
