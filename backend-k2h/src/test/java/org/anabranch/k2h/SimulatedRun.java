package org.anabranch.k2h;

import org.anabranch.api.Finish;
import org.anabranch.api.Platform;
import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.time.VirtualTimeline;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;

import java.util.function.BiConsumer;

/**
 * The time of a program on the production scheduler in simulated time, and whether the run was
 * reproducible.
 */
record SimulatedRun(long nanos, int late, int escapes) {

    static SimulatedRun of(
            int workers, long seed, long nanosPerTask, BiConsumer<Platform, Finish> root)
            throws InterruptedException {
        VirtualTimeline timeline =
                VirtualTimeline.onCores(Board.K2H.prices(), nanosPerTask, workers, seed);
        try (Engine engine =
                Engine.start(EngineSettings.defaults().withWorkers(workers), timeline)) {
            Platform platform = engine.platform("simulated");
            untilQuiet(timeline);
            long begin = timeline.nanos();
            try (Finish finish = platform.finish()) {
                finish.async(() -> root.accept(platform, finish));
            }
            untilQuiet(timeline);
            return new SimulatedRun(timeline.nanos() - begin, timeline.late(), timeline.escapes());
        }
    }

    private static void untilQuiet(VirtualTimeline timeline) throws InterruptedException {
        while (!timeline.quiet()) {
            Thread.sleep(1);
        }
    }
}
