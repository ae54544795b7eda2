package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.time.VirtualTimeline;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The production scheduler in simulated time. */
@Timeout(120)
class TimelineTest {
    private final AtomicInteger ran = new AtomicInteger();

    private SimulatedRun flat(int workers, long seed, int tasks) throws InterruptedException {
        ran.set(0);
        return SimulatedRun.of(
                workers,
                seed,
                20_000,
                (platform, finish) -> {
                    for (int i = 0; i < tasks; i++) {
                        finish.async(() -> ran.incrementAndGet());
                    }
                });
    }

    @Test
    void twelveWorkersAreSimulatedOnWhateverMachineThisIs() throws InterruptedException {
        SimulatedRun one = flat(1, 1, 600);
        assertEquals(600, ran.get());
        SimulatedRun twelve = flat(12, 1, 600);
        assertEquals(600, ran.get());
        assertEquals(0, one.escapes() + twelve.escapes());
        assertTrue(one.nanos() > 600 * 20_000L * 0.95, "the bodies alone: " + one);
        assertTrue(twelve.nanos() * 8 < one.nanos(), "12 workers are simulated as 12: " + twelve);
    }

    @Test
    void aSeedRepeatsItself() throws InterruptedException {
        for (int seed = 0; seed < 5; seed++) {
            SimulatedRun first = flat(6, seed, 200);
            SimulatedRun again = flat(6, seed, 200);
            assertEquals(0, first.late() + again.late(), "flat programs need no spare workers");
            assertEquals(first, again, "seed " + seed);
        }
    }

    /** Spends, parks and wakes on three cores, so that one of two that came together gives way. */
    private static final class FourThreads {
        private final VirtualTimeline timeline =
                VirtualTimeline.onCores(Board.K2H.prices(), 0, 3, 1);
        private final Map<Integer, Thread> threads = new LinkedHashMap<>();
        private final Map<Integer, Long> ends = new ConcurrentHashMap<>();

        private Thread thread(int worker) {
            Runnable work = worker == 2 ? this::wakesTheSpare : () -> timeline.spend(1_000_000);
            return Thread.ofPlatform()
                    .unstarted(
                            () -> {
                                timeline.enter(worker);
                                if (worker == 3) {
                                    timeline.park(this, Long.MAX_VALUE);
                                }
                                if (worker == 0) {
                                    threads.get(3).start();
                                    timeline.started(3);
                                }
                                work.run();
                                ends.put(worker, timeline.nanos());
                                timeline.exit(worker);
                            });
        }

        private void wakesTheSpare() {
            timeline.park(this, 100_000);
            timeline.unpark(threads.get(3));
            timeline.spend(1_000_000);
        }

        Map<Integer, Long> run(int... order) throws InterruptedException {
            for (int worker = 0; worker < 4; worker++) {
                threads.put(worker, thread(worker));
            }
            for (int worker : order) {
                threads.get(worker).start();
                while (worker != order[2]
                        && threads.get(worker).getState() != Thread.State.TIMED_WAITING) {
                    Thread.onSpinWait();
                }
            }
            for (Thread thread : threads.values()) {
                thread.join();
            }
            assertEquals(0, timeline.late() + timeline.escapes());
            return ends;
        }
    }

    @Test
    void issue_26_whoComesFirstInRealTimeDoesNotMatter() throws InterruptedException {
        Map<Integer, Long> first = new FourThreads().run(0, 1, 2);
        assertTrue(Math.abs(first.get(0) - first.get(1)) > 500_000, "one gave way: " + first);
        assertEquals(first, new FourThreads().run(1, 0, 2));
        assertEquals(first, new FourThreads().run(2, 1, 0));
    }
}
