package org.anabranch.loops.emit;

/** A loop body cannot be said in OpenCL C with Java's meaning. The message gives the reason. */
public final class UntranslatableException extends Exception {
    private static final long serialVersionUID = 1;

    private final int line;

    /**
     * A refusal.
     *
     * @param reason what prevents it
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
