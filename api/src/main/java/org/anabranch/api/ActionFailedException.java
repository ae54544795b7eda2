package org.anabranch.api;

/**
 * Thrown, or reported by an event, when an action or task failed. The cause is the exception that
 * it threw; the message names the action and where it was enqueued.
 */
public final class ActionFailedException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public ActionFailedException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public ActionFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
