package org.anabranch.dense;

/** The kind of diagonal of a triangular tile. */
public enum Diagonal {
    /** Stored. */
    STORED,

    /** Ones; the stored values are not read. */
    UNIT
}
