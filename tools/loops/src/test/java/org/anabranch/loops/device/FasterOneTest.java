package org.anabranch.loops.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Host and device on one processor: the faster one gets the loop. */
class FasterOneTest {
    private final FasterOne faster = new FasterOne();

    private int seconds(int times, long first, long second) {
        int count = 0;
        for (int i = 0; i < times; i++) {
            boolean way = faster.secondIsNext();
            faster.took(way, way ? second : first);
            count += way ? 1 : 0;
        }
        return count;
    }

    @Test
    @DisplayName("JA-14: each is tried twice, then the faster one runs, but for a few trials")
    void ja14FasterOne() {
        assertEquals(2, seconds(4, 500, 50));
        assertEquals(59, seconds(59, 500, 50));
        int rest = seconds(10_000, 500, 50);
        assertTrue(rest >= 9980 && rest < 10_000, rest + " of 10000");
    }

    @Test
    @DisplayName("JA-14: trials of the slower one take a hundredth of the time, however slow it is")
    void ja14TrialsAreBounded() {
        for (int ratio : new int[] {2, 10, 100, 5000}) {
            FasterOne rivals = new FasterOne();
            int trials = 0;
            for (int i = 0; i < 4; i++) {
                boolean way = rivals.secondIsNext();
                rivals.took(way, way ? 50 : 50 * ratio);
            }
            for (int calls = 1; calls <= 20_000; calls++) {
                boolean way = rivals.secondIsNext();
                rivals.took(way, way ? 50 : 50 * ratio);
                trials += way ? 0 : 1;
                long lost = (long) trials * (ratio - 1);
                assertTrue(lost <= calls / 99, lost + " of " + calls + " at ratio " + ratio);
            }
            assertTrue(ratio > 200 || trials > 0, "none at ratio " + ratio);
        }
    }

    @Test
    @DisplayName("JA-14: what is done once, such as compiling, does not decide")
    void ja14FirstTimes() {
        boolean first = faster.secondIsNext();
        faster.took(first, 500);
        boolean second = faster.secondIsNext();
        faster.took(second, 1_000_000);
        assertTrue(second && !first);
        assertEquals(1 + 50, seconds(52, 500, 50));
    }

    @Test
    @DisplayName("JA-14: one that has become faster is found")
    void ja14Changes() {
        seconds(100, 500, 50);
        assertEquals(0, seconds(1000, 40, 400) / 900, "most by the first way again");
        assertTrue(seconds(100, 40, 400) < 5);
    }
}
