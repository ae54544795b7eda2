package org.anabranch.api;

import java.util.Objects;

/** Where a task may run: anywhere, on domains of one kind, or on one domain. */
public sealed interface Place permits Domain, Place.Anywhere, Place.Kind {

    /** Any domain that has a format of the kernel. */
    record Anywhere() implements Place {}

    /**
     * Any domain of a kind.
     *
     * @param kind as {@link Domain#kind()}
     */
    record Kind(String kind) implements Place {

        /** Checks for null. */
        public Kind {
            Objects.requireNonNull(kind, "kind");
        }
    }

    /** {@return the place of tasks that may run on any domain} */
    static Place anywhere() {
        return new Anywhere();
    }

    /**
     * Domains of a kind.
     *
     * @param kind as {@link Domain#kind()}
     * @return the place of tasks that run only there
     */
    static Place kind(String kind) {
        return new Kind(kind);
    }
}
