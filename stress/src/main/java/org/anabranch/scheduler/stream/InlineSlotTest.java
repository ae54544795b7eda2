package org.anabranch.scheduler.stream;

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
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Test: two threads claim a stream for inline execution; the one that does not get it comes after
 * the other. No update is lost, and no thread waits for ever.
 */
@JCStressTest
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "one after the other")
@Outcome(expect = Expect.FORBIDDEN, desc = "at the same time, or not at all")
@State
public class InlineSlotTest {
    private static final BundlePlatform PLATFORM =
            Engine.start(EngineSettings.defaults().withWorkers(1)).platform("stress");

    private final TrackedStream stream =
            (TrackedStream) PLATFORM.host().stream(StreamOptions.DEFAULT.undeferred());
    private int updates;

    @Actor
    public void one() {
        update();
    }

    @Actor
    public void other() {
        update();
    }

    private void update() {
        if (stream.order.takeSlot()) {
            updates++;
            stream.order.giveSlotBack();
        } else {
            stream.mark().onSettled(settled -> updates++);
        }
    }

    @Arbiter
    public void count(I_Result result) {
        PLATFORM.closed(stream);
        result.r1 = updates;
    }
}
