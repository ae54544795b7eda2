package org.anabranch.k2h.run;

import org.anabranch.k2h.program.Program;
import org.osgi.annotation.versioning.ProviderType;

/** The model as a service for programs of other bundles. Thread-safe. */
@ProviderType
public interface Machine {
    /**
     * Runs a program to its end; each run has a machine of its own.
     *
     * @param run prepared for this run
     * @param options board, workers, policy, recording
     * @param pace the source of time
     * @return the results
     * @throws RunFailedException if a task threw, if a conservation law was violated, or if the
     *     calling thread was interrupted
     */
    RunReport run(Program.Run run, RuntimeOptions options, RunPace pace);
}
