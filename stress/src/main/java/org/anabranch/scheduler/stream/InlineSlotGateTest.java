package org.anabranch.scheduler.stream;

import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.StreamOptions;
import org.anabranch.scheduler.BundlePlatform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Test: one thread claims a stream for inline execution, another enqueues an action; either the
 * second comes after the first, or the claim is refused.
 */
@JCStressTest
@Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "one after the other")
@Outcome(expect = Expect.FORBIDDEN, desc = "at the same time")
@State
public class InlineSlotGateTest {
    /** The spins until a worker begins with an action. */
    private static final int PATIENCE = 2_000;

    private static final BundlePlatform PLATFORM =
            Engine.start(EngineSettings.defaults().withWorkers(1)).platform("stress");

    private final TrackedStream stream =
            (TrackedStream) PLATFORM.host().stream(StreamOptions.DEFAULT.undeferred());
    private volatile boolean running;
    private volatile boolean met;
    private final Kernel enqueued = Kernel.of("enqueued").java((piece, none) -> met = running);

    @Actor
    public void runs() {
        if (stream.order.takeSlot()) {
            running = true;
            for (int i = 0; i < PATIENCE && !met; i++) {
                Thread.onSpinWait();
            }
            running = false;
            stream.order.giveSlotBack();
        }
    }

    @Actor
    public void enqueues() {
        stream.run(enqueued, Loop.of(0, 1)); // of a loop: not inline
    }

    @Arbiter
    public void look(Z_Result result) {
        stream.close();
        result.r1 = met;
    }
}
