package org.anabranch.api;

/**
 * Thrown, or reported by an event, when an action did not run because it, its scope or a dependency
 * was cancelled or failed. The cause is the root failure.
 */
public final class ActionCancelledException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public ActionCancelledException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public ActionCancelledException(String message, Throwable cause) {
        super(message, cause);
    }
}
