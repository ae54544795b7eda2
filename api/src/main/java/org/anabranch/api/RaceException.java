package org.anabranch.api;

/**
 * Two accesses of one range, at least one of them a write, that nothing orders; found in checked
 * mode. The message names the buffer, the range, and where both were enqueued.
 */
public final class RaceException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public RaceException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public RaceException(String message, Throwable cause) {
        super(message, cause);
    }
}
