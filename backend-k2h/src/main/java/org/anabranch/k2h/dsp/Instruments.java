package org.anabranch.k2h.dsp;

import org.anabranch.k2h.machine.Trace;
import org.anabranch.k2h.protocol.FaultSink;
import org.anabranch.k2h.protocol.TaskWatch;

/**
 * Instruments of the model that a DSP reports to. It learns nothing from them.
 *
 * @param trace told of probes and tasks
 * @param faults told of exceptions
 * @param watch told of tasks, or null
 */
public record Instruments(Trace trace, FaultSink faults, TaskWatch watch) {}
