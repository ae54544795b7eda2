package org.anabranch.api;

/** Data was asked for that an earlier failed, cancelled or lost action should have written. */
public final class UndefinedDataException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public UndefinedDataException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public UndefinedDataException(String message, Throwable cause) {
        super(message, cause);
    }
}
