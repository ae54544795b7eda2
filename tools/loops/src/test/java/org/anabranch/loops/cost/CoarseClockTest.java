package org.anabranch.loops.cost;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.weave.ParallelLoops;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The clock that says when short calls are measured again. */
class CoarseClockTest {

    private static void await(long until) {
        while (CoarseClock.isBefore(until)) {
            Thread.onSpinWait();
        }
        assertFalse(CoarseClock.isFreeUntil(until));
    }

    @Test
    @DisplayName("L2: times of a coarse clock end, also after its thread has stopped")
    void l2_timesEnd() throws InterruptedException {
        await(CoarseClock.after(1));
        Thread clock =
                Thread.getAllStackTraces().keySet().stream()
                        .filter(one -> one.getName().equals("anabranch-loops-clock"))
                        .findFirst()
                        .orElseThrow();
        long late = CoarseClock.after(LoopSite.MOST_TICKS);
        clock.join();
        await(late);
        await(CoarseClock.after(1));
    }

    @Test
    @DisplayName("L2: all unmeasured time can be ended at once")
    void l2_timesExpire() {
        long late = CoarseClock.after(LoopSite.MOST_TICKS);
        CoarseClock.expire();
        assertFalse(CoarseClock.isBefore(late));
    }

    @Test
    @DisplayName("L2: no call is free as long as calls must ask who runs them")
    void l2_callsAsk() {
        ParallelLoops.use(null); // what other tests have left
        long late = CoarseClock.after(Integer.MAX_VALUE);
        assertTrue(CoarseClock.isFreeUntil(late));
        CoarseClock.ask(1);
        CoarseClock.ask(2);
        assertFalse(CoarseClock.isFreeUntil(late));
        assertTrue(CoarseClock.isBefore(late));
        CoarseClock.ask(-2);
        assertFalse(CoarseClock.isFreeUntil(late));
        CoarseClock.ask(-1);
        assertTrue(CoarseClock.isFreeUntil(late));
    }
}
