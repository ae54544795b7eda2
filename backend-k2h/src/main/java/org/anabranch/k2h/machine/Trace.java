package org.anabranch.k2h.machine;

import java.util.ArrayList;
import java.util.List;

/** What the cores did, in order. Records only while it is on. For any thread. */
public final class Trace {

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

    /**
     * One event.
     *
     * @param core who
     * @param what kind
     * @param detail queue, victim or function
     */
    public record Event(Core core, What what, String detail) {}

    private final boolean on;
    private final List<Event> events = new ArrayList<>();

    /**
     * Makes a trace.
     *
     * @param on whether it records
     */
    public Trace(boolean on) {
        this.on = on;
    }

    /** {@return whether it records} */
    public boolean on() {
        return on;
    }

    /**
     * Records.
     *
     * @param detail queue, victim or function; its text is taken only if the trace is on
     */
    public void add(Core core, What what, Object detail) {
        if (on) {
            synchronized (events) {
                events.add(new Event(core, what, String.valueOf(detail)));
            }
        }
    }

    /** {@return what was recorded so far} */
    public List<Event> events() {
        synchronized (events) {
            return List.copyOf(events);
        }
    }
}
