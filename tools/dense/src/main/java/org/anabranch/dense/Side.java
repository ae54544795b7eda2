package org.anabranch.dense;

/** The side on which a triangular matrix stands in an equation. */
public enum Side {
    /** The left side: op(A) X = B. */
    LEFT,

    /** The right side: X op(A) = B. */
    RIGHT
}
