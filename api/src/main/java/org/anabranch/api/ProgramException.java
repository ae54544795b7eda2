package org.anabranch.api;

/** A job was given something that it cannot use; the message says what to do. */
public final class ProgramException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public ProgramException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public ProgramException(String message, Throwable cause) {
        super(message, cause);
    }
}
