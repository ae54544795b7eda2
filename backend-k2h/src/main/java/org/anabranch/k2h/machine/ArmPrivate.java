package org.anabranch.k2h.machine;

/**
 * Where the ARM runtime's own objects lie: in virtual memory of the ARM process, out of the 32 bits
 * of a DSP and of contiguous memory. Nothing stands behind these addresses; they are what a program
 * would hold if it passed such a pointer on, and a core that uses one traps.
 */
public final class ArmPrivate {
    private static final long DEQUES = 0x7F_0000_0000L;
    private static final long FINISHES = 0x7F_8000_0000L;
    private static final long END = 0x80_0000_0000L;
    private static final int OBJECT = 128;

    private ArmPrivate() {}

    /** The deque of an ARM core. */
    public static long deque(int core) {
        return DEQUES + (long) OBJECT * core;
    }

    /** A finish object of the ARM side. */
    public static long finish(int handle) {
        return FINISHES + (long) OBJECT * handle;
    }

    /**
     * Whether an address is a deque's.
     *
     * @param address any
     */
    public static boolean isDeque(long address) {
        return address >= DEQUES && address < FINISHES;
    }

    /**
     * Whether an address is a finish object's.
     *
     * @param address any
     */
    public static boolean isFinish(long address) {
        return address >= FINISHES && address < END;
    }
}
