package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.k2h.bench.Growth;
import org.anabranch.k2h.host.HostMachine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of the growth of the scheduler's stealing with its workers, in simulated time (issue 26).
 */
@Timeout(600)
class GrowthTest {
    private static final int SEEDS = Programs.NIGHTLY ? 5 : 1;

    private static double efficiency(int workers, long seed) {
        HostMachine.Report one = Growth.tree(1, seed);
        HostMachine.Report many = Growth.tree(workers, seed);
        assertEquals(0, one.escapes() + many.escapes() + many.late());
        return (double) one.nanos() / many.nanos() / workers;
    }

    @Test
    void issue_26_twelveWorkersAreNearlyLinearOnATree() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            double efficiency = efficiency(12, seed);
            assertTrue(
                    efficiency >= 0.95 && efficiency <= 1.01, "seed " + seed + ": " + efficiency);
        }
    }

    @Test
    void issue_26_sixtyFourWorkersLoseAFifthAtMost() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            double efficiency = efficiency(64, seed);
            assertTrue(efficiency >= 0.8 && efficiency <= 1.01, "seed " + seed + ": " + efficiency);
        }
    }

    /**
     * A worker that waits has no core besides that of the compensation thread that runs in its
     * place.
     */
    @Test
    void issue_26_noMoreRunThanThereAreCores() {
        HostMachine.Report one = Growth.nested(1, 1);
        for (int workers : new int[] {2, 4, 8}) {
            HostMachine.Report many = Growth.nested(workers, 1);
            assertTrue(many.nanos() * workers >= one.nanos() * 0.99, workers + ": " + many);
        }
    }
}
