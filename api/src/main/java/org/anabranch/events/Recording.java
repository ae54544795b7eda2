package org.anabranch.events;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A reader of a log, with a place of its own in each ring. Reading copies, and keeps nobody from
 * writing. For one thread at a time. Closing it lets the level fall to what others ask for; what
 * was made until then may still be read.
 */
@ProviderType
public interface Recording extends AutoCloseable {

    /**
     * {@return an empty batch for this log}
     *
     * @param most how many events it keeps; of more the oldest are dropped, and counted as lost
     */
    Events events(int most);

    /**
     * Adds what is new since the last call, in order of time, and counts what was made and lost
     * meanwhile. Call it several times a second: a ring has room for tens of milliseconds of the
     * densest work.
     *
     * @param into where to; of this log
     * @return how many were added
     */
    int read(Events into);

    /** Ends the recording. A second call does nothing. */
    @Override
    void close();
}
