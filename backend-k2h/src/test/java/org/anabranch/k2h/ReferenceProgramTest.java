package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.junit.jupiter.api.Test;

import java.util.List;

/**
 * The array addition of figure 3 at its size, and at one that is no multiple of the tile: every
 * element is 101, in both modes of execution and both write modes. Nightly for each number of
 * workers, in simulated time and on threads.
 */
class ReferenceProgramTest {
    private static final int[] SIZES = {1_048_576, 1_000_000};

    private static List<Integer> workers(Integer... few) {
        return Programs.NIGHTLY ? List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) : List.of(few);
    }

    /** Each size in the write mode of its own; both in both at night. */
    private static boolean[] writeModes(int n) {
        return Programs.NIGHTLY ? new boolean[] {false, true} : new boolean[] {n == SIZES[1]};
    }

    private static RunReport everyElementIs101(int n, RuntimeOptions options, Pace pace) {
        Programs.ArrayAddition program = new Programs.ArrayAddition(n);
        RunReport report = program.run(options, pace);
        assertEquals(0, program.wrong, n + " elements, " + options);
        return report;
    }

    @Test
    void k2hM8_hybrid() {
        for (int n : SIZES) {
            for (int count : workers(5, 12)) {
                for (boolean through : writeModes(n)) {
                    RuntimeOptions options = RuntimeOptions.hybrid(count).writeThrough(through);
                    everyElementIs101(n, options, Programs.virtual(count));
                    if (Programs.NIGHTLY) {
                        everyElementIs101(n, options, Programs.free(count));
                        everyElementIs101(
                                n,
                                options.with(HybridPolicy.Kind.COST_AWARE),
                                Programs.virtual(count));
                    }
                }
            }
        }
    }

    /** The chip has eight DSPs; the model also runs with more. */
    @Test
    void k2hB4_M8_dspOnlyAndNoTaskOnArm() {
        for (int n : SIZES) {
            for (int count : workers(8)) {
                for (boolean through : writeModes(n)) {
                    RuntimeOptions options = RuntimeOptions.dspOnly(count).writeThrough(through);
                    RunReport report = everyElementIs101(n, options, Programs.virtual(count));
                    assertEquals(0, report.arm().tasks);
                    assertTrue(report.dsp().tasks > n / 32);
                    if (Programs.NIGHTLY) {
                        report = everyElementIs101(n, options, Programs.free(count));
                        assertEquals(0, report.arm().tasks);
                    }
                }
            }
        }
    }

    @Test
    void k2hM8_onThreads() {
        for (int n : SIZES) {
            everyElementIs101(n, RuntimeOptions.hybrid(12), Programs.free(n));
        }
    }
}
