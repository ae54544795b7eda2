package org.anabranch.loops.lift;

/** Thrown when a body cannot be lifted, analysed or translated, for the reason in the message. */
public final class BodyRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;

    /**
     * Creates an exception.
     *
     * @param reason the obstacle
     * @param line of the source, or 0
     */
    public BodyRefusal(String reason, int line) {
        super(reason, null, false, false);
        this.line = line;
    }

    /** {@return line of the source, or 0 where it is not known} */
    public int line() {
        return line;
    }
}
