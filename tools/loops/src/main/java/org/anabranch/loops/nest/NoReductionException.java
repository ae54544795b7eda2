package org.anabranch.loops.nest;

/** Thrown when an update of memory is no reduction. */
final class NoReductionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private NoReductionException() {
        super(null, null, false, false);
    }

    /** Throws the exception unless a condition holds. */
    static void unless(boolean holds) {
        if (!holds) {
            throw new NoReductionException();
        }
    }
}
