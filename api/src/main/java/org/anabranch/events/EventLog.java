package org.anabranch.events;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The events of one scheduler: a service of the framework, and part of each {@code
 * PlatformFactory.Session}. For any thread.
 */
@ProviderType
public interface EventLog {

    /**
     * Begins to record. While several record, the highest level counts; who asked for less sees the
     * same.
     *
     * @param level from now on, at least
     * @return a reader that begins now, to be closed by the caller
     */
    Recording record(Level level);

    /**
     * What the rings have now: at a level without actions what was seldom, for long; else the last
     * moments.
     *
     * @return a copy, in order of time, with what was lost since the log began
     */
    Events snapshot();

    /** {@return what is taken down now} */
    Level level();

    /** {@return the clock of all times} */
    Clock clock();

    /** {@return names and domains by number} */
    Dictionary dictionary();
}
