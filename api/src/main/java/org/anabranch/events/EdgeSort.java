package org.anabranch.events;

/** Why an action waits for another; the detail of {@link Kind#EDGE}. */
public enum EdgeSort {
    /** The order of the program: operands, a strict stream, a barrier, an event. */
    ORDER,

    /** Data: a transfer, or the action that makes what is to be transferred or used. */
    DATA
}
