package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.time.VirtualPace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Simulated time as a test: small random programs on random machines, one per seed. A run throws if
 * a task is lost or doubled, a descriptor or a finish is left, or every core waits (deadlock); its
 * result is compared with the sequential elision's.
 */
@Timeout(600)
class ManySeedsTest {
    private static final int SEEDS = Programs.NIGHTLY ? 10_000 : 1_000;

    private static VirtualPace pace(long seed) {
        return new VirtualPace(Board.K2H.prices(), seed, 0.05, seed % 3 == 0 ? 2000 : 0);
    }

    private static RandomProgram program(long seed, RuntimeOptions options) {
        return new RandomProgram(seed, options.dsps() > 0);
    }

    @Test
    void k2hS7_noTaskIsLostNothingDeadlocksAndResultsAreIdentical() {
        for (int seed = 0; seed < SEEDS; seed++) {
            RuntimeOptions options = RandomProgram.options(seed);
            RandomProgram program = program(seed, options);
            RunReport first = program.run(options, pace(seed));
            String which = "seed " + seed + ", " + options;
            assertEquals(program.expected(), program.sum, which);
            if (Programs.NIGHTLY || seed % 20 == 0) {
                RunReport again = program.run(options, pace(seed));
                assertEquals(program.expected(), program.sum, which);
                assertEquals(first.nanos(), again.nanos(), 0.0, which);
                assertEquals(first.total().byName(), again.total().byName(), which);
            }
        }
    }

    /** The plan of a program is its seed's alone, so other machines must give the same result. */
    @Test
    void k2hS7_aProgramGivesTheSameResultOnEveryMachine() {
        for (int seed = 0; seed < SEEDS / 50; seed++) {
            for (int machine = 0; machine < 20; machine++) {
                RuntimeOptions options = RandomProgram.options(machine);
                if (options.dsps() > 0) {
                    RandomProgram program = new RandomProgram(seed, true);
                    program.run(options, pace(seed));
                    assertEquals(program.expected(), program.sum, seed + " on " + options);
                }
            }
        }
    }

    /** A failure caused by missing cache operations is reproducible. */
    @Test
    void k2hS7_aSeedWithAWrongResultReplaysExactly() {
        int wrong = 0;
        for (int seed = 0; seed < SEEDS / 10; seed++) {
            RuntimeOptions options = RandomProgram.options(seed).underived();
            RandomProgram program = program(seed, options);
            RunReport first = program.run(options, pace(seed));
            int sum = program.sum;
            RunReport again = program.run(options, pace(seed));
            assertEquals(sum, program.sum, "seed " + seed);
            assertEquals(first.nanos(), again.nanos(), 0.0, "seed " + seed);
            wrong += sum == program.expected() ? 0 : 1;
        }
        assertTrue(wrong > SEEDS / 100, "wrong results: " + wrong);
    }

    @Test
    void k2hS7_aSeedThatFailsReplaysExactly() {
        int failed = 0;
        for (int seed = 0; seed < SEEDS / 10; seed++) {
            String first = kill(seed);
            assertEquals(first, kill(seed), "seed " + seed);
            failed += first.isEmpty() ? 0 : 1;
        }
        assertTrue(failed > SEEDS / 20, "runs that failed: " + failed);
        assertNotEquals(kill(1), kill(5), "different seeds fail differently");
    }

    /**
     * Returns the failure of a run in which a core dies at some step; empty if it had ended before.
     */
    private static String kill(int seed) {
        KillingPace pace = new KillingPace(seed, seed % 4, seed / 4 % 50);
        try {
            new RandomProgram(seed, true)
                    .run(
                            RuntimeOptions.cores(2, 2).caches(16 << 10, 8 << 10).descriptors(64),
                            pace);
            return "";
        } catch (K2hException failure) {
            return pace.killedAt() + ": " + failure.getMessage();
        }
    }
}
