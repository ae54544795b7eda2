package org.anabranch.k2h.board;

/** The two shared memories (K2H-P3), at the addresses that the DSPs see (SPRS866, memory map). */
public enum Bank {
    /** On the chip. */
    MSMC(0x0C00_0000L, 0x8000_0000L),

    /** Off the chip. */
    DDR(0x8000_0000L, 0x1_0000_0000L);

    private final long base;
    private final long end;

    Bank(long base, long end) {
        this.base = base;
        this.end = end;
    }

    /** {@return the first address} */
    public long base() {
        return base;
    }

    /**
     * {@return the size of its address range for a DSP, in bytes} A board has at most that much.
     */
    public long room() {
        return end - base;
    }
}
