package org.anabranch.dense;

/** From which side a triangular matrix is applied. */
public enum Side {
    /** Op(A) X = B. */
    LEFT,

    /** X op(A) = B. */
    RIGHT
}
