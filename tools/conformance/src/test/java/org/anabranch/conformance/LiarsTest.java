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
     * Some faults show only in rare interleavings, so each may be tried a few times. A short
     * timeout, which makes the test short, may take a busy machine for a device that hangs.
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

    /** A fault of a vendor's backend that the kit found, and the rule that it breaks. */
    private static final List<String> SEVENTEEN =
            List.of(
                    "2.1: tells twice",
                    "2.1: forgets an operation",
                    "2.2: tells before it reads",
                    "2.3: holds a lock while telling",
                    "2.4: throws what a kernel throws",
                    "2.5: calls a failure a success",
                    "2.6: uses lanes in turn",
                    "2.7: ignores predecessors",
                    "2.7: c5: starts what follows a failure that it has told",
                    "2.9: forgets the host's pitch",
                    "2.9: forgets the slices' pitch",
                    "3.2: promises what is not there",
                    "3.3: is a byte short",
                    "3.4: loads anything",
                    "3.5: keeps memory",
                    "4.1: drops what waits at close",
                    "4.4: leaves a thread");

    @Test
    void c5_theSeventeenBugsOfAVendorAreAmongTheLiars() {
        List<String> lies = liars().stream().map(Liar::toString).toList();
        assertEquals(17, SEVENTEEN.stream().distinct().count());
        assertEquals(SEVENTEEN, SEVENTEEN.stream().filter(lies::contains).toList());
        assertTrue(lies.size() >= 20 + 17, () -> lies.size() + " liars");
    }

    @Test
    void everyRuleHasALiar() {
        List<String> broken = liars().stream().map(Liar::rule).distinct().toList();
        assertEquals(Rule.all().stream().map(Rule::number).toList(), broken);
    }
}
