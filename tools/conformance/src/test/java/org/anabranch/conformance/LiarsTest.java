package org.anabranch.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.stream.Stream;

/**
 * The kit is tested with devices that lie: each must be rejected, by the check of the rule that it
 * breaks, for the right reason.
 */
class LiarsTest {

    static List<Liar> liars() {
        return Stream.of(
                        FindingLiars.all(),
                        OperationLiars.all(),
                        MemoryLiars.all(),
                        EndLiars.all(),
                        StealLiars.all())
                .flatMap(List::stream)
                .toList();
    }

    @AfterEach
    void cleanUp() {
        EndLiars.cleanUp();
    }

    /** Some lies show only if threads meet in a certain way, so each may be told a few times. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("liars")
    void aLiarIsCaught(Liar liar) {
        RuleBrokenError caught = null;
        for (int attempt = 1; caught == null; attempt++) {
            try {
                liar.mustBeCaught();
                assertTrue(attempt < 20, "never caught");
            } catch (RuleBrokenError broken) {
                caught = broken;
            }
        }
        assertTrue(caught.getMessage().contains(liar.verdict()), caught.getMessage());
    }

    @Test
    void everyRuleHasALiar() {
        List<String> broken = liars().stream().map(Liar::rule).distinct().toList();
        assertEquals(Rule.all().stream().map(Rule::number).toList(), broken);
    }
}
