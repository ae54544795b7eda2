package org.anabranch.api;

import java.util.List;
import java.util.Objects;

/** The domains where a task may run: any, those of one kind, a list, or one domain. */
public sealed interface Place permits Domain, Place.Anywhere, Place.Kind, Place.Among {

    /** Any domain that has a format of the kernel. */
    record Anywhere() implements Place {
        @Override
        public String toString() {
            return "any kind";
        }
    }

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

        @Override
        public String toString() {
            return "the kind " + kind;
        }
    }

    /**
     * Listed domains, as for {@link Place#among}.
     *
     * @param domains of one platform, at least one
     */
    record Among(List<Domain> domains) implements Place {

        /**
         * Copies and checks the list.
         *
         * @throws IllegalArgumentException if it is empty
         */
        public Among {
            Objects.requireNonNull(domains, "domains");
            domains.forEach(domain -> Objects.requireNonNull(domain, "domains"));
            domains = List.copyOf(domains);
            if (domains.isEmpty()) {
                throw new IllegalArgumentException("a place among no domains");
            }
        }

        /** {@return the domains as messages name them} */
        @Override
        public String toString() {
            return domains.toString();
        }
    }

    /** {@return the place of tasks that may run on any domain} */
    static Place anywhere() {
        return new Anywhere();
    }

    /**
     * Returns the place of tasks that run only on domains of a kind.
     *
     * @param kind as {@link Domain#kind()}
     * @return the place
     */
    static Place kind(String kind) {
        return new Kind(kind);
    }

    /**
     * Returns the place of tasks that run only on the listed domains. A loop is shared by those of
     * them that are active: one that is removed takes no more pieces, and the others run the rest.
     * A listed device that is plugged in again, as when its backend is updated, joins them as the
     * domain of the next generation. Each domain must be able to run the kernel: none is left out
     * silently.
     *
     * @param domains of one platform, at least one
     * @return the place
     * @throws IllegalArgumentException if the list is empty
     */
    static Place among(List<Domain> domains) {
        return new Among(domains);
    }
}
