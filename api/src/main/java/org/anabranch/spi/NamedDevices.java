package org.anabranch.spi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Devices that are domains only while somebody names them, such as a model of hardware: what runs
 * anywhere, or on all domains, is not to meet them. A service beside the {@link Backend}, which is
 * registered while there is a use. For any thread.
 */
public interface NamedDevices {

    /** A time for which the devices are there. */
    interface Use extends AutoCloseable {
        /** Ends it; with the last one the devices go. Idempotent. */
        @Override
        void close();
    }

    /** {@return the kind of the domains, such as {@code k2h} for {@code k2h:0}} */
    String kind();

    /** {@return the ids of the domains that there are while somebody uses them} */
    List<String> ids();

    /**
     * {@return whether a user means them}
     *
     * @param name a kind, or one of the ids
     */
    default boolean areNamedBy(String name) {
        return kind().equals(name) || ids().contains(name);
    }

    /**
     * Has the devices found. Returns when their backend is registered; that they are opened takes a
     * while more.
     *
     * @return to be closed when they are no longer needed
     */
    Use use();

    /**
     * Has those found that a user names.
     *
     * @param all what there is
     * @param selectors ids and kinds, separated by commas; others are no matter
     * @return to be closed when they are no longer needed
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
