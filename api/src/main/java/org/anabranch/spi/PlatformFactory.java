package org.anabranch.spi;

import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.events.EventLog;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A factory of platforms that are separate from the framework's: further instances of the same
 * scheduler, with workers of their own and a timeline of the caller's, for simulations of programs.
 * The scheduler registers it as a service. Thread-safe.
 */
@ProviderType
public interface PlatformFactory {

    /**
     * Starts a platform. It has no devices, and nothing in common with other platforms.
     *
     * @param workers number of workers, at least 1
     * @param timeline the source of time for them
     * @return a session, owned by the caller, who closes it
     * @throws IllegalArgumentException if the number of workers is below 1
     */
    Session start(int workers, Timeline timeline);

    /** A platform that was started. Thread-safe. */
    interface Session extends AutoCloseable {

        /** {@return the platform, valid until this is closed} */
        Platform platform();

        /** {@return the monitor of the platform} */
        Monitor monitor();

        /** {@return the event log of the platform, in the time of its timeline} */
        EventLog events();

        /** Ends the work on the platform, as when a bundle stops, and its workers. */
        @Override
        void close();
    }
}
