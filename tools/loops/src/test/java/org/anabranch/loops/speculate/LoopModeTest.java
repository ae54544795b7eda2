package org.anabranch.loops.speculate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.Verdict.Kind;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LoopModeTest {
    private static final SpeculationCost HEAVY = new SpeculationCost(1000, 2, 1, 2, 0);
    private static final SpeculationCost LIGHT = new SpeculationCost(26, 2, 1, 2, 0);
    private static final SpeculationCost LOST = new SpeculationCost(1000, 2, 1, 2, 1100);

    private static SpeculationFigures counted(long again, long shared) {
        return new SpeculationFigures(1000, 1, 2, 2, again, 0, shared, 0);
    }

    @Test
    @DisplayName("JA-10: the mode by verdict, counted dependences and costs, a row each")
    void ja10ModeTable() {
        assertEquals(LoopMode.A, LoopMode.of(Kind.DOALL, false, null, LIGHT));
        assertEquals(LoopMode.C, LoopMode.of(Kind.REFUSED, false, null, HEAVY));
        assertEquals(LoopMode.TREATED, LoopMode.of(Kind.DEPENDENT, true, null, LIGHT));
        assertEquals(LoopMode.TREATED, LoopMode.of(Kind.UNKNOWN, true, null, LIGHT));
        assertEquals(LoopMode.B, LoopMode.of(Kind.UNKNOWN, false, null, HEAVY));
        assertEquals(LoopMode.B, LoopMode.of(Kind.UNKNOWN, false, counted(12, 0), HEAVY));
        assertEquals(LoopMode.D, LoopMode.of(Kind.UNKNOWN, false, counted(0, 3), HEAVY));
        assertEquals(LoopMode.CHECKED, LoopMode.of(Kind.UNKNOWN, false, counted(0, 0), HEAVY));
        assertEquals(LoopMode.C, LoopMode.of(Kind.UNKNOWN, false, counted(900, 0), HEAVY));
        assertEquals(LoopMode.C, LoopMode.of(Kind.UNKNOWN, false, null, LIGHT));
    }

    @Test
    @DisplayName("JA-19: a measured time of speculating counts more than the predicted one")
    void ja19MeasuredTime() {
        assertEquals(LoopMode.C, LoopMode.of(Kind.UNKNOWN, false, counted(0, 0), LOST));
        assertTrue(HEAVY.predicted(0.012) < HEAVY.pace());
    }

    @Test
    @DisplayName("JA-19: what has lost is tried again after a pause that grows")
    void ja19PauseAfterLoss() {
        SpeculationMemo memo = new SpeculationMemo();
        memo.ranInOrder(2000);
        assertTrue(memo.isUnmeasured());
        memo.ranInOrder(1000);
        assertEquals(1000, memo.cost(2, 1).pace());
        assertEquals(8, callsInOrder(memo));
        assertEquals(16, callsInOrder(memo));
    }

    /** Returns the calls that run in order after a loss. */
    private static int callsInOrder(SpeculationMemo memo) {
        memo.ranSpeculated(counted(0, 0), 1200);
        int calls = 0;
        while (LoopMode.of(Kind.UNKNOWN, false, memo.counted(), memo.cost(2, 1)) == LoopMode.C) {
            memo.passed();
            calls++;
        }
        return calls;
    }
}
