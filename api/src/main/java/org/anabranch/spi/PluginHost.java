package org.anabranch.spi;

import java.util.List;

/**
 * The host of a folder of plugins, a service of the product. Other hosts of bundles, such as an
 * application's own framework, have none. Thread-safe.
 */
public interface PluginHost {

    /** States of a jar. */
    enum State {
        /** Its bundle is active, or a fragment. */
        ACTIVE,
        /** Its activator runs. */
        STARTING,
        /** Its bundle was stopped. */
        STOPPED,
        /** It is no bundle, or cannot be installed, resolved or started. */
        UNUSED
    }

    /**
     * A jar of the folder.
     *
     * @param file its name
     * @param name its symbolic name; empty if it is not installed
     * @param version its version; empty if it is not installed
     * @param state its state
     * @param reason why it is not used, or which other bundle has its name; empty if there is
     *     nothing to say
     */
    record Report(String file, String name, String version, State state, String reason) {
        /** {@return true if an operator should look at it} */
        public boolean isOdd() {
            return !reason.isEmpty();
        }
    }

    /** {@return all jars of the folder, by name} */
    List<Report> plugins();
}
