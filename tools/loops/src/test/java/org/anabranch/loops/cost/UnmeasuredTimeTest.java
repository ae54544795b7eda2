package org.anabranch.loops.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The estimate of what runs unmeasured, in virtual time. */
class UnmeasuredTimeTest {
    private static final long PAUSE = 64_000;

    /** Returns the estimated part of the time that a loop runs, which is called periodically. */
    private static double estimated(long period, long nanos, long periods) {
        UnmeasuredTime unmeasured = new UnmeasuredTime();
        double sum = 0;
        long until = 0;
        boolean second = false;
        long measured = 0;
        for (long call = 1; call <= periods; call++) {
            long start = call * period;
            if (start < until) {
                continue; // unmeasured
            }
            double time = unmeasured.took(start, nanos, PAUSE);
            measured += nanos;
            assertEquals(second, time != UnmeasuredTime.UNKNOWN, "call " + call);
            until = second ? start + nanos + PAUSE : 0;
            sum += second ? time : 0;
            second = !second;
        }
        return (sum + measured) / (period * periods);
    }

    @Test
    @DisplayName("L2: unmeasured calls take the part of the time that two measured ones show")
    void l2_theirPartOfTheTime() {
        for (long period : new long[] {100, 1000, 7000, 50_000, 300_000}) {
            for (double part : new double[] {1, 0.5, 0.02}) {
                long nanos = Math.round(part * period);
                double found = estimated(period, nanos, 100_000_000 / period);
                String what = found + " of " + part + ", called each " + period;
                assertTrue(Math.abs(found - part) <= 0.05 * part, what);
            }
        }
    }

    @Test
    @DisplayName("L2: no more time is estimated than calls may have taken that began unmeasured")
    void l2_atMostThePause() {
        UnmeasuredTime unmeasured = new UnmeasuredTime();
        assertEquals(UnmeasuredTime.UNKNOWN, unmeasured.took(5_000_000, 100, PAUSE));
        assertEquals(0, unmeasured.took(5_000_100, 100, PAUSE), "before the first one");
        assertEquals(UnmeasuredTime.UNKNOWN, unmeasured.took(5_100_100, 100, PAUSE));
        assertEquals(PAUSE + 100, unmeasured.took(5_100_200, 100, PAUSE), "until the pause ends");
        assertEquals(UnmeasuredTime.UNKNOWN, unmeasured.took(9_000_000, 100, PAUSE));
        assertEquals(0, unmeasured.took(9_000_100, 100, PAUSE), "it was not called for long");
    }
}
