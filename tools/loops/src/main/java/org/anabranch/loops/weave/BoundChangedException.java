package org.anabranch.loops.weave;

/**
 * An iteration of a woven loop has run, and the bound of the loop is another one behind it. Thrown
 * by woven code alone, and caught by what called it.
 */
public final class BoundChangedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    final long index;
    final long bound;

    /**
     * Says so.
     *
     * @param index that the iteration was given
     * @param bound as it is behind the iteration
     */
    public BoundChangedException(long index, long bound) {
        super("the loop changes its bound", null, false, false);
        this.index = index;
        this.bound = bound;
    }
}
