package org.anabranch.k2h.program;

/** The code of a task on one side. */
@FunctionalInterface
public interface Code {
    /**
     * Runs.
     *
     * @param arguments a copy of what was passed
     */
    void run(Cpu cpu, long[] arguments);
}
