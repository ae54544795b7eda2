package org.anabranch.loops.weave;

/**
 * Thrown when the bound of a woven loop has changed after an iteration. Thrown by woven code alone,
 * and caught by its caller.
 */
public final class BoundChangedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    final long index;
    final long bound;

    /**
     * Creates an exception.
     *
     * @param index the argument of the iteration
     * @param bound its value after the iteration
     */
    public BoundChangedException(long index, long bound) {
        super("the loop changes its bound", null, false, false);
        this.index = index;
        this.bound = bound;
    }
}
