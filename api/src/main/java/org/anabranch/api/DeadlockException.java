package org.anabranch.api;

/** A wait that could never end was refused; the message names the ring. */
public final class DeadlockException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public DeadlockException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public DeadlockException(String message, Throwable cause) {
        super(message, cause);
    }
}
