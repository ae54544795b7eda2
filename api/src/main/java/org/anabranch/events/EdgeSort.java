package org.anabranch.events;

/** The reason for a dependence; the detail of {@link Kind#EDGE}. */
public enum EdgeSort {
    /** The order of the program: operands, a strict stream, a barrier, an event. */
    ORDER,

    /** Data: a transfer, or the action that produces the data to be transferred or used. */
    DATA
}
