package org.anabranch.dense;

import java.util.Optional;

/** A pivot of a factorisation with row interchanges is zero. */
public final class SingularException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long column;

    /**
     * Says which pivot.
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
     * Finds it in what an action failed with.
     *
     * @param thrown any failure
     * @return the exception of this type among the failure, its causes and what they suppressed
     */
    public static Optional<SingularException> in(Throwable thrown) {
        return Causes.find(SingularException.class, thrown);
    }
}
