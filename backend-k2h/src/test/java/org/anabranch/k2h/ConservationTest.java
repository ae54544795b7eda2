package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.FreePace;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.time.VirtualPace;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

class ConservationTest {

    /**
     * The run itself counts: tasks created and run, finish scopes, queues, the pool; it throws if
     * anything is missing.
     */
    @Test
    void k2hS7_everyTaskRunsOnceWithRandomDelaysAtEveryStep() {
        int seeds = Programs.NIGHTLY ? 20 : 3;
        int tasks = Programs.NIGHTLY ? 1_000_000 : 20_000;
        Image image = new Image();
        Function tree = tree(image);
        for (int seed = 0; seed < seeds; seed++) {
            Pace pace =
                    seed % 2 == 0
                            ? new FreePace(seed, 1)
                            : new VirtualPace(Board.K2H.prices(), seed, 0.1, 3000);
            int root = seed;
            RunReport report =
                    Programs.run(
                            RuntimeOptions.hybrid(12).descriptors(64 << seed % 5),
                            pace,
                            image,
                            (cpu, none) -> {
                                cpu.startFinish();
                                cpu.async(tree, tasks, root);
                                cpu.endFinish();
                            });
            assertEquals(tasks, report.total().tasks, "seed " + seed);
            assertTrue(report.total().hybridSteals > 0);
        }
    }

    /** A task that stands for a[0] tasks, itself one, and shares the others among up to three. */
    private static Function tree(Image image) {
        Function[] tree = new Function[1];
        tree[0] =
                image.task(
                        "tree",
                        (cpu, a) -> {
                            boolean scope = a[1] % 5 == 0;
                            if (scope) {
                                cpu.startFinish();
                            }
                            long below = a[0] - 1;
                            for (long part = Math.min(3, below); part > 0; part--) {
                                long share = below / part;
                                below -= share;
                                long next = a[1] * 3 + part & 0xFFFFFF;
                                if ((a[1] + part) % 11 == 0) {
                                    cpu.asyncDsp(tree[0], share, next);
                                } else {
                                    cpu.async(tree[0], share, next);
                                }
                            }
                            if (scope) {
                                cpu.endFinish();
                            }
                        });
        image.load(List.of());
        return tree[0];
    }

    @Test
    void k2hS7_oneStepKilledIsNeverASuccessNorAHang() {
        int killed = 0;
        for (int step = 0; step < (Programs.NIGHTLY ? 3000 : 250); step++) {
            RandomProgram program = new RandomProgram(4, true);
            RuntimeOptions options =
                    RuntimeOptions.cores(2, 2).caches(16 << 10, 8 << 10).descriptors(64);
            KillingPace pace = new KillingPace(step, step % 4, step / 4);
            Assertions.assertTimeoutPreemptively(
                    Duration.ofSeconds(60),
                    () -> {
                        try {
                            program.run(options, pace);
                            assertTrue(!pace.killed(), "a killed step went unnoticed");
                        } catch (K2hException expected) {
                            assertTrue(pace.killed(), "nothing was killed: " + expected);
                        }
                    });
            killed += pace.killed() ? 1 : 0;
        }
        assertTrue(killed > 100, "steps killed: " + killed);
    }

    @Test
    void randomProgramsAreCleanUnderTheChecker() {
        for (int seed = 0; seed < (Programs.NIGHTLY ? 2000 : 200); seed++) {
            RuntimeOptions options = RandomProgram.options(seed).check();
            RandomProgram program = new RandomProgram(seed, options.dsps() > 0);
            RunReport report =
                    program.run(options, new VirtualPace(Board.K2H.prices(), seed, 0.05, 500));
            assertEquals(List.of(), report.findings(), "seed " + seed + ", " + options);
        }
    }

    @Test
    void k2hC3_bothWriteModesAgreeOnThreads() {
        for (int seed = 0; seed < (Programs.NIGHTLY ? 300 : 30); seed++) {
            for (boolean through : new boolean[] {false, true}) {
                RandomProgram program = new RandomProgram(seed, true);
                program.run(
                        RuntimeOptions.cores(2, 4)
                                .caches(16 << 10, 8 << 10)
                                .descriptors(32)
                                .writeThrough(through),
                        new FreePace(seed, 10));
                assertEquals(program.expected(), program.sum, "seed " + seed);
            }
        }
    }

    @Test
    void aSimulationThatCannotGoOnSaysSo() {
        Image image = new Image();
        image.load(List.of());
        Core core = new Core(Side.ARM, 0, 0);
        VirtualPace pace = new VirtualPace(Board.K2H.prices(), 1, 0, 0);
        pace.start(List.of(core), List.of(() -> pace.idle(core, pace.news(core))));
        assertTrue(
                assertThrows(K2hException.class, pace::join)
                        .getMessage()
                        .contains("deadlock in simulated time"));
    }
}
