package org.anabranch.dense;

/** The op of an operand: as it is, or transposed. */
public enum Transpose {
    /** The matrix as it is. */
    NO,

    /** Its transpose. */
    YES
}
