package org.anabranch.loops.emit;

/**
 * Thrown when a loop body cannot be expressed in OpenCL C with Java's meaning, for the reason in
 * the message.
 */
public final class UntranslatableException extends Exception {
    private static final long serialVersionUID = 1;

    private final int line;

    /**
     * Creates an exception.
     *
     * @param reason the obstacle
     * @param line of the source, or 0
     */
    public UntranslatableException(String reason, int line) {
        super(reason);
        this.line = line;
    }

    /** {@return line of the source, or 0} */
    public int line() {
        return line;
    }
}
