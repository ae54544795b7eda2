package org.anabranch.loops.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Host and device on one processor: the faster one gets the loop. */
class FasterWayTest {
    private final FasterWay faster = new FasterWay(50e6, 1);

    private int seconds(int times, long first, long second) {
        int count = 0;
        for (int i = 0; i < times; i++) {
            boolean way = faster.secondIsNext(0);
            faster.took(way, way ? second : first);
            count += way ? 1 : 0;
        }
        return count;
    }

    @Test
    @DisplayName("JA-14: each is tried twice, then the faster one runs, but for a few trials")
    void ja14FasterOne() {
        assertEquals(2, seconds(4, 500_000, 50_000));
        int next = seconds(60, 500_000, 50_000);
        assertTrue(next >= 57, next + " of 60");
        int rest = seconds(10_000, 500_000, 50_000);
        assertTrue(rest >= 9850 && rest < 10_000, rest + " of 10000");
    }

    @Test
    @DisplayName("JA-14: trials of the slower one take a hundredth of the time, however slow it is")
    void ja14TrialsAreBounded() {
        for (int ratio : new int[] {2, 10, 100, 5000}) {
            FasterWay rivals = new FasterWay(50e6, 1);
            int trials = 0;
            for (int i = 0; i < 4; i++) {
                boolean way = rivals.secondIsNext(0);
                rivals.took(way, way ? 1_000_000 : 1_000_000L * ratio);
            }
            for (int calls = 1; calls <= 20_000; calls++) {
                boolean way = rivals.secondIsNext(0);
                rivals.took(way, way ? 1_000_000 : 1_000_000L * ratio);
                trials += way ? 0 : 1;
                long lost = (long) trials * (ratio - 1);
                assertTrue(lost <= calls / 90 + 51, lost + " of " + calls + " at ratio " + ratio);
            }
            assertTrue(ratio > 200 || trials > 0, "none at ratio " + ratio);
        }
    }

    @Test
    @DisplayName("JA-14: what is done once, such as compiling, does not decide")
    void ja14FirstTimes() {
        boolean first = faster.secondIsNext(0);
        faster.took(first, 500);
        boolean second = faster.secondIsNext(0);
        faster.took(second, 1_000_000);
        assertTrue(second && !first);
        int seconds = seconds(52, 500, 50);
        assertTrue(seconds >= 1 + 47, seconds + " of 52");
    }

    @Test
    @DisplayName("JA-14: code that a compiler comes to after the first trials is found to be fast")
    void ja14WarmsUp() {
        seconds(4, 40_000_000, 7_000_000);
        int slow = seconds(100, 700_000, 7_000_000);
        assertTrue(slow < 20, slow + " of 100 by what has become the slower one");
    }

    @Test
    @DisplayName("JA-14: a first run that loads classes for long does not put off the next trial")
    void ja14DearFirstRun() {
        FasterWay ways = new FasterWay(10e6, 2);
        long[] cold = {150_000_000, 60_000_000, 5_000_000, 4_000_000};
        int seconds = 0;
        for (int i = 0; i < 150; i++) {
            boolean second = ways.secondIsNext(3_000_000);
            long shared = seconds < cold.length ? cold[seconds] : 2_000_000;
            seconds += second ? 1 : 0;
            ways.took(second, second ? shared : 3_000_000);
        }
        assertTrue(seconds > 50, seconds + " of 150 shared");
    }

    @Test
    @DisplayName("JA-14: a trial that fails, of which nothing is told, is not the last one")
    void ja14FailedTrials() {
        seconds(4, 500, 50);
        int failed = 0;
        for (int i = 0; i < 10_000; i++) {
            if (faster.secondIsNext(0)) {
                faster.took(true, 50);
            } else {
                failed++;
            }
        }
        assertTrue(failed > 100 && failed < 200, failed + " of 10000");
    }

    @Test
    @DisplayName("JA-14: one that has become faster is found")
    void ja14Changes() {
        seconds(100, 500, 50);
        assertEquals(0, seconds(1000, 40, 400) / 900, "most by the first way again");
        assertTrue(seconds(100, 40, 400) < 5);
    }

    @Test
    @DisplayName("L2: a call that was interrupted for long does not change the choice")
    void l2_oneInterruptedCallSaysLittle() {
        seconds(20, 100_000, 150_000);
        faster.secondIsNext(0);
        faster.took(false, 10_000_000);
        assertTrue(seconds(40, 100_000, 150_000) < 20, "more than a trial");
    }

    @Test
    @DisplayName("L2: a way that is disturbed for a while stays, or is soon taken again")
    void l2_disturbedWay() {
        seconds(500, 900_000, 570_000);
        assertTrue(seconds(15, 900_000, 1_100_000) >= 12, "left while a compiler ran");
        assertTrue(seconds(100, 900_000, 570_000) >= 95, "left after it");
        int kept = seconds(60, 900_000, 1_100_000);
        assertTrue(kept < 50, kept + " of 60 although it is slower");
        int again = seconds(40, 900_000, 570_000);
        assertTrue(again > 20, again + " of 40 since it is the faster one again");
    }

    @Test
    @DisplayName("L2: a way that is fast only in a row, with its data in the caches, is found")
    void l2_fastInARow() {
        int seconds = fastInARow(400, 1, 3_000_000);
        assertTrue(seconds > 350, seconds + " of 400");
    }

    @Test
    @DisplayName("L2: a trial goes on as long as it gets faster: code is being compiled")
    void l2_compiledDuringATrial() {
        long second = 4_000_000;
        int calls = 0;
        for (; second > 500_000; calls++) {
            boolean way = faster.secondIsNext(0);
            faster.took(way, way ? second : 1_000_000);
            second = way && calls > 4 ? Math.max(500_000, second * 3 / 4) : second;
        }
        assertTrue(calls < 30, calls + " calls");
        assertTrue(seconds(100, 1_000_000, second) > 90);
    }

    @Test
    @DisplayName("L2: a first run that is cold, and alone, does not settle a loop")
    void l2_coldFirstRun() {
        FasterWay ways = new FasterWay(10e6, 2);
        int seconds = 0;
        for (int i = 0; i < 1000; i++) {
            boolean second = ways.secondIsNext(900_000) && i >= 64; // no proof is prepared before
            long warming = (long) (2_000_000 * Math.pow(0.9, seconds));
            long shared = seconds == 0 ? 25_000_000 : Math.max(500_000, warming);
            ways.took(second, second ? shared : 900_000);
            seconds += second ? 1 : 0;
            assertFalse(seconds < 3 && ways.firstIsSettled(), "after " + seconds);
        }
        assertTrue(seconds > 500, seconds + " of 1000");
    }

    @Test
    @DisplayName("L2: calls that ran unmeasured pay for trials, too, less after each that failed")
    void l2_unmeasuredRunsPayForTrials() {
        FasterWay measured = new FasterWay(0, 1);
        FasterWay ways = new FasterWay(0, 1);
        int few = trials(measured, 300, 0);
        int more = trials(ways, 300, 30e6);
        assertTrue(more > 2 * few, more + " trials, measured alone " + few);
        trials(ways, 3000, 30e6);
        int later = trials(ways, 3000, 30e6);
        assertTrue(later > 0 && later < 5 * more, later + " in ten times as many calls");
    }

    private static int trials(FasterWay ways, int calls, double unmeasured) {
        int trials = 0;
        for (int i = 0; i < calls; i++) {
            boolean second = ways.secondIsNext(0);
            ways.took(second, second ? 6_000_000 : 1_000_000);
            ways.ranUnmeasured(unmeasured);
            trials += second ? 1 : 0;
        }
        return trials;
    }

    @Test
    @DisplayName("L2: a way that is fast only after some calls in a row is found")
    void l2_fastInALongRow() {
        int seconds = fastInARow(1000, 5, 1_500_000);
        assertTrue(seconds > 800, seconds + " of 1000");
    }

    /** Returns how often the second way runs if its first calls in a row are slow. */
    private int fastInARow(int times, int slowCalls, long slow) {
        int row = 0;
        int seconds = 0;
        for (int i = 0; i < times; i++) {
            boolean second = faster.secondIsNext(0);
            row = second ? row + 1 : 0;
            long shared = row > slowCalls ? 500_000 : slow;
            faster.took(second, second ? shared : 1_000_000);
            seconds += second ? 1 : 0;
        }
        return seconds;
    }

    @Test
    @DisplayName("L2: a loop that is clearly slower shared is settled, one in doubt later")
    void l2_settledLoop() {
        assertTrue(settledAfter(1_000_000, 3_000_000) < 400);
        int doubtful = settledAfter(1_000_000, 1_900_000);
        assertTrue(doubtful > 400 && doubtful < 4000, "after " + doubtful);
    }

    private static int settledAfter(long first, long second) {
        FasterWay ways = new FasterWay(10e6, 2);
        int calls = 0;
        while (!ways.firstIsSettled()) {
            boolean way = ways.secondIsNext(first);
            ways.took(way, way ? second : first);
            calls++;
        }
        return calls;
    }
}
