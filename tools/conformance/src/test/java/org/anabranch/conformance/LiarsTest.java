package org.anabranch.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import org.anabranch.conformance.RuleVerdict.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The kit is tested with devices that lie: each must be rejected, by the check of the rule that it
 * breaks, for the right reason.
 */
class LiarsTest {
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofSeconds(8);
    private static final int FEW = 4;

    static List<Liar> liars() {
        return Stream.of(
                        CallBugs.all(),
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

    /** Judged by the rule alone: a basic rule finds them before, or they make all rules slow. */
    private static final Set<String> ALONE =
            Set.of(
                    "1.2: numbers its devices anew at each search",
                    "1.3: opens once",
                    "2.1: forgets an operation",
                    "2.2: completes a read before it reads",
                    "2.4: throws from run what a kernel throws",
                    "3.2: promises too much",
                    "3.2: forgets what is taken",
                    "3.7: claims that parts share its memory",
                    "3.8: begins too early",
                    "4.1: drops what waits at close",
                    "4.1: closes later",
                    "4.3: fails with something else",
                    "4.3: forgets what was outstanding",
                    "4.3: lives on",
                    "4.4: leaves memory",
                    "4.6: abandons in words only",
                    "4.6: abandons nothing",
                    "4.6: abandons anything",
                    "5.1: refuses all offers");

    static List<Liar> alone() {
        return liars().stream().filter(liar -> ALONE.contains(liar.toString())).toList();
    }

    static List<Liar> planted() {
        return liars().stream().filter(liar -> !ALONE.contains(liar.toString())).toList();
    }

    /**
     * Some faults show only in rare interleavings, so each may be tried a few times. A short
     * timeout, which makes the test short, may take a busy machine for a device that hangs.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("alone")
    void aLiarIsCaught(Liar liar) {
        patiently(patience -> verdict(liar, patience), verdict -> verdict.contains(liar.verdict()));
    }

    /** All rules on a device with one bug: the one that names it is broken, and few others. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("planted")
    void o4_aPlantedBugIsCaughtByTheRuleThatNamesIt(Liar bug) {
        patiently(
                patience -> broken(bug, patience),
                broken ->
                        broken.size() <= FEW
                                && broken.stream().anyMatch(verdict -> isNamed(bug, verdict)));
    }

    private static <T> void patiently(Function<Duration, T> trial, Predicate<T> succeeds) {
        Duration patience = SHORT;
        T result = trial.apply(patience);
        while (!succeeds.test(result) && patience.compareTo(LONG) < 0) {
            patience = patience.multipliedBy(4);
            result = trial.apply(patience);
        }
        assertTrue(succeeds.test(result), result::toString);
    }

    private static List<RuleVerdict> broken(Liar bug, Duration patience) {
        Examination examination = new Examination(bug.subject(patience));
        return Rule.all().stream()
                .map(examination::verdict)
                .filter(verdict -> verdict.outcome() == Outcome.BROKEN)
                .toList();
    }

    private static boolean isNamed(Liar bug, RuleVerdict verdict) {
        return verdict.rule().number().equals(bug.rule())
                && verdict.words().contains("; seen: ")
                && verdict.words().contains(bug.verdict());
    }

    @Test
    void o4_thePageHasTheTableOfPlantedBugs() throws Exception {
        List<String> rows =
                planted().stream()
                        .map(
                                bug ->
                                        "| %s | %s | %s |"
                                                .formatted(bug.lie(), bug.rule(), bug.verdict()))
                        .toList();
        assertTrue(rows.size() >= 40, () -> rows.size() + " bugs");
        List<String> page = Files.readAllLines(Path.of("../../docs/conformance.md"));
        int begin = page.indexOf("| bug | rule | in the sentence |") + 2;
        assertEquals(
                String.join("\n", rows),
                page.stream()
                        .skip(begin)
                        .takeWhile(line -> line.startsWith("|"))
                        .collect(joining("\n")));
    }

    private static String verdict(Liar liar, Duration patience) {
        for (int attempt = 0; attempt < 20; attempt++) {
            try {
                Rule.numbered(liar.rule()).check(liar.subject(patience));
            } catch (RuleBrokenError broken) {
                return broken.getMessage();
            }
        }
        return "never caught";
    }

    /** A fault of a vendor's backend that the kit found, and the rule that it breaks. */
    private static final List<String> SEVENTEEN =
            List.of(
                    "2.1: completes a failed operation twice",
                    "2.1: forgets an operation",
                    "2.2: completes a read before it reads",
                    "2.3: holds a lock while it completes",
                    "2.4: throws from run what a kernel throws",
                    "2.5: reports a failed kernel as done",
                    "2.6: spreads the operations of a lane over all lanes",
                    "2.7: ignores predecessors",
                    "2.7: c5: starts a kernel although it knows that its predecessor failed",
                    "2.9: ignores the row pitch in reads",
                    "2.9: ignores the slice pitch in reads",
                    "3.2: promises more memory than it has",
                    "3.3: leaves out the last byte in reads",
                    "3.4: loads anything",
                    "3.5: does not free memory",
                    "4.1: drops what waits at close",
                    "4.4: leaves a thread behind");

    @Test
    void c5_theSeventeenBugsOfAVendorAreAmongTheLiars() {
        List<String> lies = liars().stream().map(Liar::toString).toList();
        assertEquals(17, SEVENTEEN.stream().distinct().count());
        assertEquals(SEVENTEEN, SEVENTEEN.stream().filter(lies::contains).toList());
        assertTrue(lies.size() >= 20 + 17, () -> lies.size() + " liars");
    }

    @Test
    void everyRuleHasALiar() {
        assertEquals(
                Rule.all().stream().map(Rule::number).collect(toSet()),
                liars().stream().map(Liar::rule).collect(toSet()));
    }
}
