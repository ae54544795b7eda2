package org.anabranch.scheduler.finish;

import org.anabranch.scheduler.BundlePlatform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.anabranch.scheduler.pool.Cancellable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** An entry is added to a scope within another one, which is cancelled meanwhile. */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the cancellation reaches the entry")
@Outcome(expect = Expect.FORBIDDEN, desc = "it is missed")
@State
public class CancelledScopeTest implements Cancellable {

    private static final BundlePlatform PLATFORM =
            Engine.start(EngineSettings.defaults().withWorkers(1)).platform("stress");

    private final CountedFinish scope = (CountedFinish) PLATFORM.finish();
    private volatile boolean cancelled;

    @Override
    public boolean isPast() {
        return cancelled;
    }

    @Override
    public void cancelWithOwner() {
        cancelled = true;
    }

    @Actor
    public void adds() {
        scope.attend(this);
    }

    @Actor
    public void cancels() {
        scope.cancelPending();
    }

    @Arbiter
    public void look(Z_Result result) {
        result.r1 = cancelled;
        PLATFORM.closed(scope);
    }
}
