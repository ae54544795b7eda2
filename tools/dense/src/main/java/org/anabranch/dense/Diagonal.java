package org.anabranch.dense;

/** What the diagonal of a triangular tile is. */
public enum Diagonal {
    /** What is stored. */
    STORED,

    /** Ones; what is stored is not read. */
    UNIT
}
