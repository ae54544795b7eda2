package org.anabranch.dense;

import org.anabranch.spi.support.ForeignThrowables;

import java.util.Optional;

/** Thrown when a pivot of a Cholesky factorisation is not a positive number. */
public final class NotPositiveDefiniteException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long row;

    /**
     * Creates an exception for a pivot.
     *
     * @param row its row in the matrix, from 1
     * @param pivot its value
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
     * Returns the exception of this type in a failure.
     *
     * @param thrown any failure
     * @return the exception if it is the failure, one of its causes, or suppressed by them
     */
    public static Optional<NotPositiveDefiniteException> in(Throwable thrown) {
        return ForeignThrowables.find(NotPositiveDefiniteException.class, thrown);
    }
}
