package org.anabranch.k2h.protocol;

import org.anabranch.k2h.machine.CoreTrace;

/**
 * The instruments of the model that the cores report to. They do not affect them.
 *
 * @param trace receives probes and tasks
 * @param faults receives exceptions
 * @param watch receives tasks, or null
 */
public record Instruments(CoreTrace trace, FaultSink faults, TaskWatch watch) {}
