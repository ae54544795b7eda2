package org.anabranch.k2h.machine;

/**
 * The addresses of the ARM runtime's own objects: in virtual memory of the ARM process, outside the
 * 32-bit range of a DSP and of contiguous memory. There is no memory at these addresses; they are
 * the values that a program would pass on, and a core that uses one traps.
 */
public final class ArmAddresses {
    private static final long DEQUES = 0x7F_0000_0000L;
    private static final long FINISHES = 0x7F_8000_0000L;
    private static final long END = 0x80_0000_0000L;
    private static final int OBJECT = 128;

    private ArmAddresses() {}

    /** Returns the address of an ARM core's deque. */
    public static long deque(int core) {
        return DEQUES + (long) OBJECT * core;
    }

    /** Returns the address of a finish object of the ARM side. */
    public static long finish(int handle) {
        return FINISHES + (long) OBJECT * handle;
    }

    /**
     * Returns true if an address is a deque's.
     *
     * @param address any
     */
    public static boolean isDeque(long address) {
        return address >= DEQUES && address < FINISHES;
    }

    /**
     * Returns true if an address is a finish object's.
     *
     * @param address any
     */
    public static boolean isFinish(long address) {
        return address >= FINISHES && address < END;
    }
}
