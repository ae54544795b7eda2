package org.anabranch.dense;

/** The triangle of a square tile that is used; the other one is neither read nor written. */
public enum Triangle {
    /** The diagonal and the part below. */
    LOWER,

    /** The diagonal and the part above. */
    UPPER
}
