package org.anabranch.api;

/**
 * An action did not run: it, its scope or what it depended on was cancelled or failed. The cause is
 * the root.
 */
public final class ActionCancelledException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public ActionCancelledException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public ActionCancelledException(String message, Throwable cause) {
        super(message, cause);
    }
}
