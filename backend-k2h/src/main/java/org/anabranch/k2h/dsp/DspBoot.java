package org.anabranch.k2h.dsp;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.CoreTrace;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueuePort;
import org.anabranch.k2h.protocol.SharedBoard;
import org.anabranch.k2h.run.TraceEvent;

/**
 * The boot protocol of the DSPs (K2H-B1): the ARM passes the queues to DSP 0, which publishes them
 * in the DSPs' variables and opens the barrier at which the others wait.
 */
record DspBoot(QueuePort port, DspVariables variables) {

    SharedBoard run() {
        Core core = port.core();
        CoreTrace trace = port.trace();
        if (core.number() == 0) {
            waitFor(0);
            variables.publish();
            trace.add(core, TraceEvent.What.PUBLISHED, "queues");
            trace.add(core, TraceEvent.What.BARRIER_OPEN, "barrier");
            variables.boot.put(1, 1);
            port.pace().tell(Side.DSP);
        } else {
            waitFor(1);
        }
        trace.add(core, TraceEvent.What.DSP_STARTED, core);
        return variables.board;
    }

    private void waitFor(int word) {
        Core core = port.core();
        Pace pace = port.pace();
        while (true) {
            long seen = pace.news(core);
            pace.charge(core, Cost.UNCACHED_WORD, 1);
            pace.turn(core);
            if (variables.boot.get(word) != 0) {
                return;
            }
            port.idle(seen);
        }
    }
}
