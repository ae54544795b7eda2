package org.anabranch.dense;

import java.util.Optional;

/** A pivot of a Cholesky factorisation is not a positive number. */
public final class NotPositiveDefiniteException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long row;

    /**
     * Says which pivot.
     *
     * @param row its row in the matrix, from 1
     * @param pivot what should be positive
     */
    public NotPositiveDefiniteException(long row, double pivot) {
        super("pivot " + row + " is " + pivot);
        this.row = row;
    }

    /** {@return the row of the pivot, from 1} */
    public long row() {
        return row;
    }

    /**
     * Finds it in what an action failed with.
     *
     * @param thrown any failure
     * @return the exception of this type among the failure, its causes and what they suppressed
     */
    public static Optional<NotPositiveDefiniteException> in(Throwable thrown) {
        return Causes.find(NotPositiveDefiniteException.class, thrown);
    }
}
