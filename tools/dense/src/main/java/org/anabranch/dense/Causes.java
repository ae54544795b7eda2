package org.anabranch.dense;

import org.anabranch.spi.support.ForeignThrowables;

import java.util.Optional;

/** The search for an exception of a type among the causes of an action's failure. */
final class Causes {

    private Causes() {}

    static <T extends Throwable> Optional<T> find(Class<T> type, Throwable thrown) {
        for (Throwable at : ForeignThrowables.chain(thrown)) {
            if (type.isInstance(at)) {
                return Optional.of(type.cast(at));
            }
            for (Throwable other : at.getSuppressed()) {
                Optional<T> found = find(type, other);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }
}
