package org.anabranch.k2h.dsp;

import org.anabranch.k2h.machine.UncachedWords;
import org.anabranch.k2h.protocol.SharedBoard;

/** The shared variables of the DSP image, in uncached memory that all DSPs see. */
public final class DspVariables {
    static final int GLOBALS = 64;

    /** Word 0: the ARM has passed the queues to DSP 0. Word 1: DSP 0 has opened the barrier. */
    final UncachedWords boot = new UncachedWords(2);

    final UncachedWords globals = new UncachedWords(2 * GLOBALS);
    final DspFinishes finishes;

    /** The queues that the ARM passed, for DSP 0. */
    private SharedBoard passed;

    /** The queues that DSP 0 has published, for all. */
    SharedBoard board;

    /** Creates the variables. */
    public DspVariables(int dsps) {
        finishes = new DspFinishes(dsps);
    }

    /** Passes the queues from the ARM to DSP 0. */
    public void pass(SharedBoard queues) {
        passed = queues;
        boot.put(0, 1);
    }

    void publish() {
        board = passed;
    }
}
