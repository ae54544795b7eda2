package org.anabranch.events;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The events of one scheduler: a service of the framework, and part of each {@code
 * PlatformFactory.Session}. For any thread.
 */
@ProviderType
public interface EventLog {

    /**
     * Begins to record. While several record, each sees what it asked for, or more. Recording
     * actions takes memory for rings, some tens of megabytes or a sixteenth of the heap.
     *
     * @param level what it is to see; actions are taken down only while somebody asks for them
     * @return a reader that begins now, to be closed by the caller
     */
    Recording record(Level level);

    /**
     * What the rings have now: of what is seldom, the last few thousand events; and of actions, if
     * somebody records them, the last moments.
     *
     * @return a copy, in order of time, with the number of those that are lost
     */
    Events snapshot();

    /**
     * {@return how many events readers have missed since the log began: overwritten before they
     * were read, or never written for want of a ring; an event that two readers missed counts
     * twice}
     */
    default long lost() {
        return snapshot().lost();
    }

    /** {@return what is taken down now} */
    Level level();

    /** {@return the clock of all times} */
    Clock clock();

    /** {@return names and domains by number} */
    Dictionary dictionary();
}
