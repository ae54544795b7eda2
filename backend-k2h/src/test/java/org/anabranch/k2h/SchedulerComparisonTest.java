package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.k2h.bench.PaperPrograms;
import org.anabranch.k2h.host.ProductMachine;
import org.anabranch.k2h.program.Program;
import org.anabranch.k2h.run.RunFailedException;
import org.anabranch.k2h.run.RunPace;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.scheduler.EngineFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;

/** Programs of the model on the scheduler of the product, by the service (issue 26). */
@Timeout(120)
class SchedulerComparisonTest {
    private final ProductMachine machine = new ProductMachine(new EngineFactory());

    private static Program.Run matmul() {
        return PaperPrograms.all().stream()
                .filter(program -> program.name().equals("matmul"))
                .findFirst()
                .orElseThrow()
                .prepare(List.of("128", "32"));
    }

    @Test
    void issue_26_theServiceRunsAProgramOnTheSchedulerOfTheProduct() {
        double one = 0;
        for (int workers : new int[] {1, 4}) {
            Program.Run run = matmul();
            RunReport report =
                    machine.run(run, RuntimeOptions.cores(workers, 0), RunPace.virtual(1));
            assertEquals("", run.verify());
            assertTrue(report.total().tasks > 40, report.toString());
            one = workers == 1 ? report.nanos() : one;
            assertTrue(report.nanos() * workers < one * 1.6, workers + " workers: " + report);
        }
    }

    @Test
    void issue_26_whatItHasNotIsRefused() {
        RuntimeOptions dsps = RuntimeOptions.hybrid(5);
        RuntimeOptions arms = RuntimeOptions.cores(2, 0);
        assertRefused(dsps, RunPace.virtual(1), "must have no DSPs, not 1");
        assertRefused(arms, RunPace.real(1), "in simulated time only");
        assertRefused(arms.check(), RunPace.virtual(1), "without checker");
    }

    private void assertRefused(RuntimeOptions options, RunPace pace, String why) {
        RunFailedException refused =
                assertThrows(RunFailedException.class, () -> machine.run(matmul(), options, pace));
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }
}
