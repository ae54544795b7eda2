package org.anabranch.k2h.board;

/** The two kinds of cores of the chip. */
public enum Side {
    /** Cortex-A15: coherent caches of 64-byte lines, atomics, threads. */
    ARM,
    /** C66x: private caches of 128-byte lines, no atomics, no threads library. */
    DSP
}
