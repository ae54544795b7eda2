package org.anabranch.scheduler.finish;

import org.anabranch.scheduler.BundlePlatform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Test: the last task of a scope ends elsewhere while its opener goes to wait; a lost wake-up hangs
 * the test.
 */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "close returned, nothing is open")
@Outcome(expect = Expect.FORBIDDEN, desc = "closed with something open")
@State
public class FinishCloseTest {

    private static final BundlePlatform PLATFORM =
            Engine.start(EngineSettings.defaults().withWorkers(1)).platform("stress");

    private volatile CountedFinish scope;
    private volatile int open;

    @Actor
    public void opener(I_Result result) {
        CountedFinish opened = (CountedFinish) PLATFORM.finish();
        opened.opened();
        open = 1;
        scope = opened;
        opened.close();
        result.r1 = open;
    }

    @Actor
    public void task() {
        CountedFinish within = scope;
        while (within == null) {
            Thread.onSpinWait();
            within = scope;
        }
        open = 0;
        within.endedAnywhere(null);
    }
}
