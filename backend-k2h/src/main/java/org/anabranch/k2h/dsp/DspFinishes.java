package org.anabranch.k2h.dsp;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.UncachedWords;

/**
 * The finish objects of the DSPs, in uncached memory that all DSPs see (K2H-S6). DSPs have no
 * atomic counter, and the paper does not say how several of them count. Here each DSP has, for each
 * finish, one word for tasks created and another for tasks ended, so every word has one writer. A
 * finish has ended when the sums agree, if the ended words were read first. Both sums only grow, so
 * ended(t1) = created(t2) with t1 before t2 means that they were equal in between (Mattern's
 * counting, Distributed Computing 1987), and without a running task none can be created.
 *
 * <p>Each DSP allocates from pages of its own. A handle consists of the allocating DSP, the page
 * and the slot.
 */
final class DspFinishes {
    private static final int PER_PAGE = 64;
    private static final int PAGES = 1024;

    private final int dsps;
    private final UncachedWords[][] pages;

    DspFinishes(int dsps) {
        this.dsps = dsps;
        this.pages = new UncachedWords[dsps][PAGES];
    }

    /**
     * Returns the page of a slot, which its owner creates at first use; other DSPs know of a slot
     * only after the owner has pushed a descriptor that names it.
     */
    private UncachedWords page(int handle) {
        int owner = handle >>> 16;
        int page = (handle & 0xFFFF) / PER_PAGE;
        UncachedWords words = pages[owner][page];
        if (words == null) {
            words = new UncachedWords(PER_PAGE * 2 * dsps);
            pages[owner][page] = words;
        }
        return words;
    }

    void clear(int handle) {
        UncachedWords words = page(handle);
        int base = base(handle);
        for (int i = 0; i < 2 * dsps; i++) {
            words.put(base + i, 0);
        }
    }

    private int base(int handle) {
        return handle % PER_PAGE * 2 * dsps;
    }

    void created(Core core, Pace pace, int handle) {
        bump(core, pace, handle, 2 * core.number());
    }

    void ended(Core core, Pace pace, int handle) {
        bump(core, pace, handle, 2 * core.number() + 1);
    }

    private void bump(Core core, Pace pace, int handle, int offset) {
        pace.charge(core, Cost.UNCACHED_WORD, 2);
        pace.turn(core);
        UncachedWords words = page(handle);
        int index = base(handle) + offset;
        words.put(index, words.get(index) + 1);
    }

    /** Returns true if all tasks have ended; each word is read at a different time. */
    boolean hasEnded(Core core, Pace pace, int handle) {
        int ended = sum(core, pace, handle, 1);
        int created = sum(core, pace, handle, 0);
        return ended == created;
    }

    private int sum(Core core, Pace pace, int handle, int offset) {
        UncachedWords words = page(handle);
        int base = base(handle) + offset;
        int sum = 0;
        for (int i = 0; i < dsps; i++) {
            pace.turn(core);
            sum += words.get(base + 2 * i);
        }
        return sum;
    }
}
