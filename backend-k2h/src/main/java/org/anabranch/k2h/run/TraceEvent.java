package org.anabranch.k2h.run;

import org.anabranch.k2h.board.Core;

/**
 * Something that a core did.
 *
 * @param core who
 * @param what kind
 * @param detail queue, victim or function
 * @param nanos when, by the clock of the run; 0 before the cores start
 */
public record TraceEvent(Core core, What what, String detail, double nanos) {
    /** Kinds of events. */
    public enum What {
        /** The ARM runtime starts. */
        ARM_INIT,
        /** Descriptor pool and queues are in MSMC. */
        QUEUES_ALLOCATED,
        /** The DSP image is loaded. */
        IMAGE_LOADED,
        /** DSP 0 was told of the queues. */
        QUEUES_PASSED,
        /** DSP 0 has written them to shared variables. */
        PUBLISHED,
        /** DSP 0 has opened the barrier. */
        BARRIER_OPEN,
        /** A DSP is past the barrier. */
        DSP_STARTED,
        /** A push to a hardware queue. */
        PUSH,
        /** A pop from a hardware queue, successful or not. */
        POP,
        /** A look for local work; the detail says what was there. */
        LOCAL_PROBE,
        /** A look for work of the other side. */
        REMOTE_PROBE,
        /** A task begins. */
        TASK
    }
}
