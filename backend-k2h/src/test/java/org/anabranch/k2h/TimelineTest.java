package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Finish;
import org.anabranch.api.Platform;
import org.anabranch.k2h.time.CostTable;
import org.anabranch.k2h.time.VirtualTimeline;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.atomic.AtomicInteger;

/** The production scheduler in simulated time. */
@Timeout(120)
class TimelineTest {
    private final AtomicInteger ran = new AtomicInteger();

    /** What a run took, and whether all of it was under the timeline's control. */
    private record Run(long nanos, int late, int escapes) {}

    private Run flat(int workers, long seed, int tasks) throws InterruptedException {
        VirtualTimeline timeline = new VirtualTimeline(CostTable.DEFAULT, 20_000, workers, seed);
        ran.set(0);
        try (Engine engine =
                Engine.start(EngineSettings.defaults().withWorkers(workers), timeline)) {
            Platform platform = engine.platform("simulated");
            while (!timeline.quiet()) {
                Thread.sleep(1);
            }
            long begin = timeline.nanos();
            try (Finish finish = platform.finish()) {
                finish.async(
                        () -> {
                            for (int i = 0; i < tasks; i++) {
                                finish.async(() -> ran.incrementAndGet());
                            }
                        });
            }
            while (!timeline.quiet()) {
                Thread.sleep(1);
            }
            return new Run(timeline.nanos() - begin, timeline.late(), timeline.escapes());
        }
    }

    @Test
    void twelveWorkersAreSimulatedOnWhateverMachineThisIs() throws InterruptedException {
        Run one = flat(1, 1, 600);
        assertEquals(600, ran.get());
        Run twelve = flat(12, 1, 600);
        assertEquals(600, ran.get());
        assertEquals(0, one.escapes + twelve.escapes);
        assertTrue(one.nanos > 600 * 20_000L * 0.95, "the bodies alone: " + one);
        assertTrue(twelve.nanos * 8 < one.nanos, "12 workers are simulated as 12: " + twelve);
    }

    @Test
    void aSeedRepeatsItself() throws InterruptedException {
        for (int seed = 0; seed < 5; seed++) {
            Run first = flat(6, seed, 200);
            Run again = flat(6, seed, 200);
            assertEquals(0, first.late + again.late, "flat programs need no spare workers");
            assertEquals(first, again, "seed " + seed);
        }
    }
}
