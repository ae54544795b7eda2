package org.anabranch.faulty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.anabranch.faulty.Fault.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;

class FaultPlanTest {

    private static BitSet failures(FaultPlan plan) {
        BitSet failures = new BitSet();
        for (int number = 1; number <= 10_000; number++) {
            failures.set(number, plan.fails(Operation.RUN, number, number));
        }
        return failures;
    }

    @Test
    void chanceDependsOnSeedAndNumberOnly() {
        FaultPlan plan = FaultPlan.parse("seed 7; fail 0.1");
        assertEquals(failures(plan), failures(FaultPlan.parse("seed 7; fail 0.1")));
        assertNotEquals(failures(plan), failures(FaultPlan.parse("seed 8; fail 0.1")));
        assertEquals(1000, failures(plan).cardinality(), 120);
        assertEquals(0, failures(FaultPlan.parse("seed 7; fail 0")).cardinality());
        assertEquals(10_000, failures(FaultPlan.parse("seed 7; fail 1")).cardinality());
    }

    @Test
    void textSaysTheSameAsTheRecords() {
        FaultPlan built =
                new FaultPlan(
                        7,
                        List.of(
                                new Fault.FailAt(Operation.RUN, 3),
                                new Fault.FailAt(Operation.ANY, 4),
                                new Fault.FailSometimes(0.01),
                                new Fault.Delay(0.1, Duration.ofMillis(20)),
                                new Fault.Cost(
                                        Operation.WRITE,
                                        Duration.ofNanos(50_000),
                                        Duration.ofMillis(1)),
                                new Fault.Cost(Operation.ANY, Duration.ZERO, Duration.ofMillis(2)),
                                new Fault.Reorder(),
                                new Fault.Elsewhere(),
                                new Fault.RefuseAt(2),
                                new Fault.RefuseBeyond(1000),
                                new Fault.LoseAt(100),
                                new Fault.CrashAt(Operation.RUN, 9),
                                new Fault.HangAt(5)));
        String text =
                "seed 7; fail RUN at 3; fail at 4; fail 0.01; delay 0.1 20; cost write 50 1000;"
                    + " cost any 0 2000; reorder; elsewhere; refuse at 2; refuse beyond 1000; lose"
                    + " at 100; crash run at 9; hang at 5;";
        assertEquals(built, FaultPlan.parse(text));
        assertEquals(new FaultPlan(0, List.of(new Fault.Inline())), FaultPlan.parse(" inline "));
        assertEquals(FaultPlan.NONE, FaultPlan.parse(""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    seed 1; fial at 3   | clause 2 "fial at 3": not a clause
                    fail at 0           | clause 1 "fail at 0": number must be at least 1
                    fail 1.5            | clause 1 "fail 1.5": probability must be from 0 to 1
                    fail run after 3    | clause 1 "fail run after 3": expected "at"
                    delay 0.1 0         | clause 1 "delay 0.1 0": most must be at least 1
                    cost walk 1 1       | clause 1 "cost walk 1 1": not a clause
                    cost run -1 1       | clause 1 "cost run -1 1": a cost must not be negative
                    refuse beyond -1    | clause 1 "refuse beyond -1": bytes must not be negative
                    lose at x           | clause 1 "lose at x": For input string
                    inline; reorder     | clause 2 "reorder": inline cannot be combined
                    fail NaN            | clause 1 "fail NaN": not a clause
                    """)
    void anUnreadableClauseIsNamed(String text, String message) {
        String said =
                assertThrows(IllegalArgumentException.class, () -> FaultPlan.parse(text))
                        .getMessage();
        assertEquals(
                "fault plan, " + message,
                said.substring(0, Math.min(said.length(), message.length() + 12)));
    }
}
