package org.anabranch.events;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The event log of one scheduler: a service of the framework, and part of each {@code
 * PlatformFactory.Session}. Thread-safe.
 */
@ProviderType
public interface EventLog {

    /**
     * Begins a recording. The log records at the highest level that an open recording asks for, so
     * a recording may contain more than its own level. Recording actions needs memory for ring
     * buffers: some tens of megabytes or a sixteenth of the heap.
     *
     * @param level the events that it must contain
     * @return a reader that begins now, to be closed by the caller
     */
    Recording record(Level level);

    /**
     * Returns the current content of the ring buffers: the last few thousand life-cycle events, and
     * the most recent events of actions if they are being recorded.
     *
     * @return a copy, in order of time, with the number of lost events
     */
    Events snapshot();

    /**
     * {@return the number of events that readers have missed since the log began: overwritten
     * before they were read, or never written for lack of a ring; an event that two readers missed
     * counts twice}
     */
    default long lost() {
        return snapshot().lost();
    }

    /** {@return the level at which the log records now} */
    Level level();

    /** {@return the clock of all times} */
    Clock clock();

    /** {@return names and domains by number} */
    Dictionary dictionary();
}
