package org.anabranch.dense;

import org.anabranch.spi.support.ForeignThrowables;

import java.util.Optional;

/** Thrown when a pivot of a factorisation with row interchanges is zero. */
public final class SingularException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long column;

    /**
     * Creates an exception for a pivot.
     *
     * @param column its column in the matrix, from 1
     */
    public SingularException(long column) {
        super("the matrix is singular: no pivot in column " + column + " differs from zero");
        this.column = column;
    }

    /** {@return the column of the pivot, from 1} */
    public long column() {
        return column;
    }

    /**
     * Returns the exception of this type in a failure.
     *
     * @param thrown any failure
     * @return the exception if it is the failure, one of its causes, or suppressed by them
     */
    public static Optional<SingularException> in(Throwable thrown) {
        return ForeignThrowables.find(SingularException.class, thrown);
    }
}
