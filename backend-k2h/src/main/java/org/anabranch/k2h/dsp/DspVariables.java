package org.anabranch.k2h.dsp;

import org.anabranch.k2h.machine.UncachedWords;
import org.anabranch.k2h.protocol.SharedBoard;

/**
 * The shared variables of the DSP image: they live in memory that is not cached, and all DSPs see
 * them.
 */
public final class DspVariables {
    static final int GLOBALS = 64;

    /** Word 0: the ARM has passed the queues to DSP 0. Word 1: DSP 0 has opened the barrier. */
    final UncachedWords boot = new UncachedWords(2);

    final UncachedWords globals = new UncachedWords(2 * GLOBALS);
    final DspFinishes finishes;

    /** What the ARM passed, for DSP 0. */
    private SharedBoard passed;

    /** What DSP 0 has published, for all. */
    SharedBoard board;

    /** Makes them. */
    public DspVariables(int dsps) {
        finishes = new DspFinishes(dsps);
    }

    /** The ARM passes the queues to DSP 0. */
    public void pass(SharedBoard queues) {
        passed = queues;
        boot.put(0, 1);
    }

    void publish() {
        board = passed;
    }
}
