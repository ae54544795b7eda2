package org.anabranch.k2h.machine;

/** The two shared memories (K2H-P3), at the addresses that the DSPs see (SPRS866, memory map). */
public enum Bank {
    /** On the chip. */
    MSMC(0x0C00_0000L, 6L << 20),
    /** Off the chip. */
    DDR(0x8000_0000L, 2L << 30);

    private final long base;
    private final long bytes;

    Bank(long base, long bytes) {
        this.base = base;
        this.bytes = bytes;
    }

    /** {@return the first address} */
    public long base() {
        return base;
    }

    /** {@return the size in bytes} */
    public long bytes() {
        return bytes;
    }
}
