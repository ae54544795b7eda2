package org.anabranch.api;

/** A range, shape or region outside its buffer, or one that cannot be. */
public final class RangeException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public RangeException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public RangeException(String message, Throwable cause) {
        super(message, cause);
    }
}
