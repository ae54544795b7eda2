package org.anabranch.api;

import java.util.List;
import java.util.Objects;

/** Where a task may run: anywhere, on domains of one kind, on some domains, or on one domain. */
public sealed interface Place permits Domain, Place.Anywhere, Place.Kind, Place.Among {

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

    /**
     * Some domains, as {@link Place#among} says.
     *
     * @param domains of one platform, at least one
     */
    record Among(List<Domain> domains) implements Place {

        /**
         * Checks and copies.
         *
         * @throws IllegalArgumentException if there is none
         */
        public Among {
            Objects.requireNonNull(domains, "domains");
            domains.forEach(domain -> Objects.requireNonNull(domain, "domains"));
            domains = List.copyOf(domains);
            if (domains.isEmpty()) {
                throw new IllegalArgumentException("a place among no domains");
            }
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

    /**
     * Domains that were chosen one by one. A loop is shared by those that are there: one that goes
     * takes no more pieces, and the others do the rest. Each of them must be able to run the
     * kernel, since a domain that is named is not left out in silence.
     *
     * @param domains of one platform, at least one
     * @return the place of tasks that run on any of them, and only there
     * @throws IllegalArgumentException if there is none
     */
    static Place among(List<Domain> domains) {
        return new Among(domains);
    }
}
