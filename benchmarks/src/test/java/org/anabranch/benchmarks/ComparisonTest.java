package org.anabranch.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.benchmarks.Comparison.Sample;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;

/**
 * Every workload once, small, on every contestant, with its result checked; no time is looked at.
 */
@Timeout(120)
class ComparisonTest {

    @BeforeAll
    static void ignoreLock() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    static Set<String> workloads() {
        return Workloads.all(true).keySet();
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void every_contestant_computes_the_right_result_and_has_a_column(String name) throws Exception {
        Comparison comparison =
                new Comparison(
                        Comparison.Pace.SMOKE,
                        1,
                        List.of(1, 2),
                        null,
                        null,
                        new PrintStream(OutputStream.nullOutputStream()));
        comparison.run(name::equals);
        Set<Contestant> contestants = comparison.there(Workloads.all(true).get(name).get());
        assertEquals(2 * contestants.size(), comparison.samples().size());
        String table = ResultTable.of(comparison.samples());
        contestants.forEach(who -> assertTrue(table.contains(who.label()), table));
        assertEquals(4, table.lines().count(), table);
    }

    @Test
    void a_wrong_result_is_no_result() {
        try (MeasuredWorkers workers = new MeasuredWorkers(1)) {
            QueensBoard board = QueensBoard.empty(6);
            MeasuredProgram wrong =
                    new CountedTree(board, board.nodes(), 5).on(Contestant.ANABRANCH, workers);
            assertThrows(IllegalStateException.class, wrong::run);
        }
    }

    @Test
    void a_task_that_was_lost_is_noticed() {
        MeasuredProgram program = new CountingProgram(() -> {}, new int[3]);
        program.run();
        assertThrows(IllegalStateException.class, () -> program.check(1));
    }

    @Test
    void ratios_are_taken_within_a_round() {
        String table =
                ResultTable.of(
                        List.of(
                                new Sample("w", 1, Contestant.FORK_JOIN, 1, 10),
                                new Sample("w", 1, Contestant.ANABRANCH, 1, 5),
                                new Sample("w", 1, Contestant.FORK_JOIN, 2, 100),
                                new Sample("w", 1, Contestant.ANABRANCH, 2, 25)));
        assertTrue(table.contains("0.50 (0.25–0.50)"), table);
        assertTrue(table.contains("**100.0 ns**"), table);
    }

    @Test
    void beside_another_commit_ratios_are_to_that_commit() {
        String table =
                ResultTable.of(
                        List.of(
                                new Sample("w", 1, Contestant.ANABRANCH, 1, 5),
                                new Sample("w", 1, Contestant.BEFORE, 1, 10),
                                new Sample("w", 1, Contestant.BEFORE_AGAIN, 1, 11)));
        assertTrue(
                table.contains("| 5.0 ns, 0.50 (0.50–0.50) | **10.0 ns** | 11.0 ns, 1.10"), table);
    }
}
