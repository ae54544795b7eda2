package org.anabranch.api;

/**
 * Reported in checked mode for a data race: two accesses to one range, at least one of them a
 * write, without a happens-before order. The message names the buffer, the range, and where both
 * actions were enqueued.
 */
public final class RaceException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public RaceException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public RaceException(String message, Throwable cause) {
        super(message, cause);
    }
}
