package org.anabranch.k2h.run;

import org.anabranch.k2h.program.Program;
import org.osgi.annotation.versioning.ProviderType;

/** The model, as programs of other bundles run on it; a service. For any thread. */
@ProviderType
public interface Machine {
    /**
     * Runs a program to its end; each run has a machine of its own.
     *
     * @param run prepared for this run
     * @param options board, workers, policy, what is recorded
     * @param pace in whose time
     * @return what the run counted and recorded
     * @throws RunFailedException if a task threw, if something was not conserved, or if the calling
     *     thread was interrupted
     */
    RunReport run(Program.Run run, RuntimeOptions options, RunPace pace);
}
