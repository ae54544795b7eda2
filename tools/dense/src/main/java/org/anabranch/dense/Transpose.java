package org.anabranch.dense;

/** Whether an operation takes a matrix as it is. */
public enum Transpose {
    /** As it is. */
    NO,

    /** Its transpose. */
    YES
}
