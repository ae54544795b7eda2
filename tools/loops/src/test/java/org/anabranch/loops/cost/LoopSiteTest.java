package org.anabranch.loops.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.cost.LoopSite.Way;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The choice between a proof and the program's own loop, in virtual time. */
class LoopSiteTest {
    private final LoopSite site = new LoopSite();

    /** Runs calls; returns how many were to be shared. */
    private int shared(int calls, long length, long inOrder, long ofShared) {
        int count = 0;
        for (int call = 0; call < calls; call++) {
            if (site.next(length) == Way.SHARED) {
                site.tookShared(length, ofShared);
                count++;
            } else {
                site.ranInOrder(length, inOrder);
            }
        }
        return count;
    }

    @Test
    @DisplayName("L2: short calls run in order, most of them unmeasured")
    void l2_shortCallsAreNotProved() {
        assertEquals(Way.SHARED, site.next(64));
        assertTrue(site.beginsInOrder(64));
        do {
            site.ranInOrder(64, 64);
        } while (!site.isShort(64)); // unless this thread slept
        while (site.isShort(64)) {
            Thread.onSpinWait(); // until it is measured again
        }
        assertEquals(Way.IN_ORDER, site.next(64));
        assertFalse(site.isShort(1_000_000));
    }

    @Test
    @DisplayName("L2: the length of a stepped loop is the number of its iterations")
    void l2_steppedLoops() {
        int tries = 0;
        do {
            site.ranInOrder(1000, 1000);
        } while (!site.goesOn(1000 * 4096, 4096) && ++tries < 1000); // unless this thread slept
        assertTrue(tries < 1000, "1,000 iterations are measured each time");
        assertFalse(site.goesOn(1000 * 4096, 1), "4,096,000 iterations");
    }

    @Test
    @DisplayName("L2: a run of a few iterations says nothing of the time of one: it is the clock's")
    void l2_tinyRunsSayLittle() {
        int tries = 0;
        do {
            site.ranInOrder(1000, 10_000);
            site.ranInOrder(1, 200);
        } while (!site.goesOn(2400, 1) && ++tries < 1000); // unless this thread slept
        assertTrue(tries < 1000, "2,400 iterations of 10 ns are measured each time");
    }

    @Test
    @DisplayName(
            "L2: a long loop that is clearly slower shared goes on unmeasured, after many runs")
    void l2_slowerSharedLoopsSettle() {
        site.ranInOrder(100_000, 100_000);
        site.proved(200_000);
        shared(200, 100_000, 100_000, 300_000);
        assertFalse(site.isShort(100_000), "after 200 runs");
        shared(200, 100_000, 100_000, 300_000);
        int tries = 0;
        do {
            site.ranInOrder(100_000, 100_000);
        } while (!site.isShort(100_000) && ++tries < 1000); // unless this thread slept
        assertTrue(tries < 1000, "it never settles");
        assertFalse(site.isShort(100_001), "of no longer one is anything known");
        assertFalse(site.isBrief(100_000, 1), "its code may be called as a method");
    }

    @Test
    @DisplayName("L2: a loop that is refused costs less than a fiftieth of its own time")
    void l2_refusedLoopsAreTriedSeldom() {
        site.ranInOrder(100_000, 100_000);
        site.proved(200_000);
        shared(100, 100_000, 100_000, 300_000);
        int tries = shared(20_000, 100_000, 100_000, 300_000);
        assertTrue(tries > 0 && tries * 200_000L < 20_000 * 100_000L / 50, tries + " tries");
    }

    @Test
    @DisplayName("L2: a loop that gains is shared, whatever its first calls took")
    void l2_gainingLoopsAreShared() {
        site.proved(3_000_000);
        site.ranInOrder(1_000_000, 50_000_000);
        assertTrue(site.isWorthProof(1_000_000, 50_000_000, 50_000_000));
        shared(20, 1_000_000, 40_000_000, 30_000_000);
        int found = shared(1000, 1_000_000, 1_000_000, 550_000);
        assertTrue(found > 900, found + " of 1000");
    }

    @Test
    @DisplayName("L2: a first call is not proved before it has taken a part of the time of a proof")
    void l2_firstCallsBeginInOrder() {
        site.proved(3_000_000);
        assertFalse(site.isWorthProof(1_000_000, 1000, 1e9));
        assertFalse(site.isWorthProof(1_000_000, 1_000_000_000, 1000));
    }
}
