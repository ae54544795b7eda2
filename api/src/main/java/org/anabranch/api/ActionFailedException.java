package org.anabranch.api;

/**
 * An action or task failed. The cause is what it threw; the message says which and where it was
 * enqueued.
 */
public final class ActionFailedException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public ActionFailedException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public ActionFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
