package org.anabranch.events;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A reader of a log, with a position of its own in each ring buffer. Reading copies the events and
 * does not block writers. For one thread at a time. Closing it lowers the level to what the
 * remaining recordings ask for; events made before that may still be read.
 */
@ProviderType
public interface Recording extends AutoCloseable {

    /**
     * {@return an empty list for the events of this log}
     *
     * @param most the largest number of events that it keeps; beyond it the oldest are dropped, and
     *     counted as lost
     */
    Events events(int most);

    /**
     * Reads the events that are new since the last call, in order of time, and counts those made
     * and lost. Should be called several times a second: a ring has room for tens of milliseconds
     * of the densest work.
     *
     * @param into the list to add to; of this log
     * @return the number of events added
     */
    int read(Events into);

    /** Ends the recording. A second call does nothing. */
    @Override
    void close();
}
