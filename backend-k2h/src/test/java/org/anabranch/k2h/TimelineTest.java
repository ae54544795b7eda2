package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
}
