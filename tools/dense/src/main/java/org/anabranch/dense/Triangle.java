package org.anabranch.dense;

/** Which triangle of a square tile is used; the other one is neither read nor written. */
public enum Triangle {
    /** The diagonal and what is below. */
    LOWER,

    /** The diagonal and what is above. */
    UPPER
}
