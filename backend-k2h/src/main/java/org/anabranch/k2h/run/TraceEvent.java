package org.anabranch.k2h.run;

import org.anabranch.k2h.board.Core;

/**
 * An event of a core.
 *
 * @param core the core
 * @param what the kind of event
 * @param detail queue, victim or function
 * @param nanos the time, by the clock of the run; 0 before the cores start
 */
public record TraceEvent(Core core, What what, String detail, double nanos) {
    /** The kinds of events. */
    public enum What {
        /** The ARM runtime starts. */
        ARM_INIT,
        /** Descriptor pool and queues are in MSMC. */
        QUEUES_ALLOCATED,
        /** The DSP image is loaded. */
        IMAGE_LOADED,
        /** DSP 0 has received the queues. */
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
        /** A search for local work; the detail is its result. */
        LOCAL_PROBE,
        /** A search for work of the other side. */
        REMOTE_PROBE,
        /** A task begins. */
        TASK
    }
}
