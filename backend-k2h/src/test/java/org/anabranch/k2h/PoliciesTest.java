package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ProgramException;
import org.anabranch.k2h.bench.Benchmarks;
import org.anabranch.k2h.bench.PaperPrograms;
import org.anabranch.k2h.bench.PolicyTable;
import org.anabranch.k2h.policy.Crossing;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.policy.PolicyFactory;
import org.anabranch.k2h.program.Program;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.runtime.HybridRuntime;
import org.anabranch.k2h.shell.RunCommands;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;

/** Policies: ours on programs that it was not made on, and others' in its place. */
@Timeout(1800)
class PoliciesTest {
    private static final double SLACK = 0.98;

    private static List<PolicyTable.Row> rows() {
        return Programs.NIGHTLY ? PolicyTable.all() : PolicyTable.few();
    }

    /** In simulated time, so the same on every machine. */
    @Test
    void issue_26_oursIsAsFastAsTheBetterOfThePapersAndArmAlone() {
        int ahead = 0;
        List<PolicyTable.Row> rows = rows();
        for (PolicyTable.Row row : rows) {
            assertTrue(row.leastRatio() >= SLACK, row.name() + ": " + row);
            assertTrue(row.leastStep() >= SLACK, row.name() + " with one more: " + row);
            ahead += row.ratio(12) > 1 ? 1 : 0;
        }
        assertTrue(2 * ahead >= rows.size(), ahead + " of " + rows.size() + " are ahead");
    }

    /** As a bundle may offer it: nothing here names it but this test. */
    private static final class StayAtHome implements PolicyFactory, HybridPolicy {
        @Override
        public String name() {
            return "stay_at_home";
        }

        @Override
        public HybridPolicy policy(boolean dsp, int arms, int dsps) {
            return new StayAtHome();
        }

        @Override
        public boolean offers(Crossing task, int queued, int free, int waiting) {
            return false;
        }

        @Override
        public boolean exposes(Crossing task) {
            return false;
        }

        @Override
        public boolean steals(int length) {
            return false;
        }

        @Override
        public boolean flushesOnlyCrossed() {
            return true;
        }
    }

    @Test
    void aThirdPolicyNeedsNoEditOfOurs() {
        for (String name : Benchmarks.NAMES) {
            Program.Run program = Benchmarks.small(name);
            RunReport report =
                    HybridRuntime.run(
                            RuntimeOptions.hybrid(12).with(new StayAtHome()).check(),
                            Programs.virtual(1),
                            program.image(),
                            (cpu, none) -> program.main(cpu));
            assertEquals("", program.verify());
            assertEquals(0, report.total().offers);
            assertEquals(1, report.total().hybridSteals, "the asyncDSP that sets up");
            assertEquals(0, report.arm().endFlushes);
            assertEquals(List.of(), report.findings());
        }
    }

    @Test
    void issue_26_theShellFindsAPolicyThatABundleOffers() throws Exception {
        RunCommands commands = new RunCommands(new ModelMachine(), PaperPrograms.all());
        String[] words = {"nbody", "128", "--workers", "12", "--policy", "Stay_At_Home"};
        ProgramException unknown =
                assertThrows(ProgramException.class, () -> commands.simulate(words));
        assertTrue(unknown.getMessage().contains("[cost_aware, paper], not"), unknown.getMessage());
        String text = (String) commands.with(new StayAtHome()).simulate(words);
        assertTrue(text.contains("stay_at_home, simulated time"), text);
    }
}
