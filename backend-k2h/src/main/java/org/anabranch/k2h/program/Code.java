package org.anabranch.k2h.program;

/** The code of a task on one side. */
@FunctionalInterface
public interface Code {
    /**
     * Runs the task.
     *
     * @param arguments a copy of those passed
     */
    void run(Cpu cpu, long[] arguments);
}
