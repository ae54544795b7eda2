package org.anabranch.k2h.dsp;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.CoreTrace;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.protocol.SharedBoard;
import org.anabranch.k2h.run.TraceEvent;

/**
 * The boot protocol of the DSPs (K2H-B1): the ARM passes the queues to DSP 0, which publishes them
 * in the DSPs' variables and opens the barrier at which the others wait.
 */
record DspBoot(Core core, Pace pace, DspVariables variables, CoreTrace trace) {

    SharedBoard run() {
        if (core.number() == 0) {
            waitFor(0);
            variables.publish();
            trace.add(core, TraceEvent.What.PUBLISHED, "queues");
            trace.add(core, TraceEvent.What.BARRIER_OPEN, "barrier");
            variables.boot.put(1, 1);
            pace.tell(Side.DSP);
        } else {
            waitFor(1);
        }
        trace.add(core, TraceEvent.What.DSP_STARTED, core);
        return variables.board;
    }

    private void waitFor(int word) {
        while (true) {
            long seen = pace.news(core);
            pace.charge(core, Cost.UNCACHED_WORD, 1);
            pace.turn(core);
            if (variables.boot.get(word) != 0) {
                return;
            }
            pace.idle(core, seen);
        }
    }
}
