package org.anabranch.spi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Devices that exist as domains only while a user selects them by name, such as a simulated device:
 * work that may run anywhere, or on all domains, must not use them. A service in addition to the
 * {@link Backend}, which is registered while there is a use. Thread-safe.
 */
public interface NamedDevices {

    /** A use of the devices, during which they exist. */
    interface Use extends AutoCloseable {
        /** Ends the use; the end of the last use removes the devices. Idempotent. */
        @Override
        void close();
    }

    /** {@return the kind of the domains, such as {@code k2h} for {@code k2h:0}} */
    String kind();

    /** {@return the ids of the domains that exist during a use} */
    List<String> ids();

    /**
     * {@return true if the name refers to these devices}
     *
     * @param name a kind, or one of the ids
     */
    default boolean areNamedBy(String name) {
        return kind().equals(name) || ids().contains(name);
    }

    /**
     * Begins a use. Returns when the backend is registered; opening the devices takes a while
     * longer.
     *
     * @return the use, to be closed when the devices are no longer needed
     */
    Use use();

    /**
     * Begins a use of all devices that a list of selectors refers to.
     *
     * @param all the available services
     * @param selectors ids and kinds, separated by commas; others are ignored
     * @return the use, to be closed when the devices are no longer needed
     */
    static Use named(Collection<? extends NamedDevices> all, String selectors) {
        List<Use> uses = new ArrayList<>();
        try {
            for (NamedDevices devices : all) {
                if (Arrays.stream(selectors.split(","))
                        .map(String::strip)
                        .anyMatch(devices::areNamedBy)) {
                    uses.add(devices.use());
                }
            }
        } catch (RuntimeException | Error failure) {
            uses.forEach(Use::close); // the caller has nothing to close
            throw failure;
        }
        return () -> uses.forEach(Use::close);
    }
}
