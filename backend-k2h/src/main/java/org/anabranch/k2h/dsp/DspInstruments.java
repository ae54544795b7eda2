package org.anabranch.k2h.dsp;

import org.anabranch.k2h.machine.CoreTrace;
import org.anabranch.k2h.protocol.FaultSink;
import org.anabranch.k2h.protocol.TaskWatch;

/**
 * The instruments of the model that a DSP reports to. They do not affect it.
 *
 * @param trace receives probes and tasks
 * @param faults receives exceptions
 * @param watch receives tasks, or null
 */
public record DspInstruments(CoreTrace trace, FaultSink faults, TaskWatch watch) {}
