package org.anabranch.api;

/**
 * The root of every error that this platform reports. The message names the thing that is wrong.
 */
public class AnabranchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public AnabranchException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public AnabranchException(String message, Throwable cause) {
        super(message, cause);
    }
}
