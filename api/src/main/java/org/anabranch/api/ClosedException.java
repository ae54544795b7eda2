package org.anabranch.api;

/** A buffer, stream, finish scope or platform was used after its end. */
public final class ClosedException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public ClosedException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public ClosedException(String message, Throwable cause) {
        super(message, cause);
    }
}
