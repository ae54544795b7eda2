package org.anabranch.spi;

import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.events.EventLog;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Starts platforms apart from that of the framework: the same scheduler once more, with workers of
 * its own and a timeline of the caller's, for programs that are to be simulated. The scheduler
 * offers it as a service. For any thread.
 */
@ProviderType
public interface PlatformFactory {

    /**
     * Starts workers. They have no devices, and nothing in common with other platforms.
     *
     * @param workers how many, at least 1
     * @param timeline where they take time from
     * @return a session, owned by the caller, who closes it
     * @throws IllegalArgumentException if there are to be no workers
     */
    Session start(int workers, Timeline timeline);

    /** A platform that has been started. For any thread. */
    interface Session extends AutoCloseable {

        /** {@return the platform, valid until this is closed} */
        Platform platform();

        /** {@return reports of what is going on on it} */
        Monitor monitor();

        /** {@return the events of what is going on on it, in the time of its timeline} */
        EventLog events();

        /** Ends what runs there, as it is when a bundle stops, and the workers. */
        @Override
        void close();
    }
}
