package org.anabranch.api;

/** A kind of memory of a domain. */
public enum MemoryKind {
    /** The domain's ordinary memory. */
    NORMAL,
    /** Memory of higher bandwidth, usually smaller. */
    HIGH_BANDWIDTH,
    /** On-chip memory, small and fast. */
    ON_CHIP
}
