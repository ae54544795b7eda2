package org.anabranch.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The kit is tested with devices that lie: each must be rejected, by the check of the rule that it
 * breaks, for the right reason.
 */
class LiarsTest {
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofSeconds(8);

    static List<Liar> liars() {
        return Stream.of(
                        FindingLiars.all(),
                        OperationLiars.all(),
                        MemoryLiars.all(),
                        CopyLiars.all(),
                        EndLiars.all(),
                        StealLiars.all())
                .flatMap(List::stream)
                .toList();
    }

    @AfterEach
    void cleanUp() {
        EndLiars.cleanUp();
    }

    /**
     * Some lies show only if threads meet in a certain way, so each may be told a few times; and
     * little patience, which makes the test short, may take a busy machine for a device that hangs.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("liars")
    void aLiarIsCaught(Liar liar) {
        Duration patience = SHORT;
        String verdict = verdict(liar, patience);
        while (!verdict.contains(liar.verdict()) && patience.compareTo(LONG) < 0) {
            patience = patience.multipliedBy(4);
            verdict = verdict(liar, patience);
        }
        assertTrue(verdict.contains(liar.verdict()), verdict);
    }

    private static String verdict(Liar liar, Duration patience) {
        for (int attempt = 0; attempt < 20; attempt++) {
            try {
                liar.mustBeCaught(patience);
            } catch (RuleBrokenError broken) {
                return broken.getMessage();
            }
        }
        return "never caught";
    }

    @Test
    void everyRuleHasALiar() {
        List<String> broken = liars().stream().map(Liar::rule).distinct().toList();
        assertEquals(Rule.all().stream().map(Rule::number).toList(), broken);
    }
}
