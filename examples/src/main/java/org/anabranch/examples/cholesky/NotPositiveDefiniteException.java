package org.anabranch.examples.cholesky;

import java.util.Optional;

/** A pivot of the factorisation is not a positive number. */
final class NotPositiveDefiniteException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Says which pivot.
     *
     * @param row its row, from 1
     * @param pivot what should be positive
     */
    NotPositiveDefiniteException(long row, double pivot) {
        super("pivot " + row + " is " + pivot);
    }

    /** The exception of this type among a throwable, its causes and what they suppressed. */
    static Optional<NotPositiveDefiniteException> in(Throwable thrown) {
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            if (at instanceof NotPositiveDefiniteException found) {
                return Optional.of(found);
            }
            for (Throwable other : at.getSuppressed()) {
                Optional<NotPositiveDefiniteException> found = in(other);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }
}
