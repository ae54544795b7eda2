package org.anabranch.k2h.dsp;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.machine.Pace;

import java.util.Arrays;

/** The finish objects that one DSP has open, nested like its stack. For that DSP. */
final class DspScopes {
    private final Core core;
    private final Pace pace;
    private final DspFinishes finishes;
    private int slots;
    private int[] outer = new int[16];
    private boolean[] given = new boolean[16];

    DspScopes(Core core, Pace pace, DspFinishes finishes) {
        this.core = core;
        this.pace = pace;
        this.finishes = finishes;
    }

    /** Allocates a finish object within another, and returns its handle. */
    int open(int around) {
        if (slots > 0xFFFF) {
            throw new K2hException.Exhausted(core + " has all its finish objects open");
        }
        if (slots == outer.length) {
            outer = Arrays.copyOf(outer, slots * 2);
            given = Arrays.copyOf(given, slots * 2);
        }
        int handle = core.number() << 16 | slots;
        outer[slots] = around;
        given[slots] = false;
        slots++;
        pace.charge(core, Cost.UNCACHED_WORD, 2);
        finishes.clear(handle);
        return handle;
    }

    /** Frees the finish object that was opened last. */
    void close() {
        slots--;
    }

    int outer(int handle) {
        return outer[handle & 0xFFFF];
    }

    /**
     * Records that a task of a finish can run on other cores; only the owner of the finish records
     * that.
     */
    void gave(int handle) {
        if (handle >>> 16 == core.number()) {
            given[handle & 0xFFFF] = true;
        }
    }

    /** Returns true if tasks of a finish of this DSP could run on other cores. */
    boolean given(int handle) {
        return given[handle & 0xFFFF];
    }
}
