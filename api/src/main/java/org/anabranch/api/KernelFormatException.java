package org.anabranch.api;

/** A kernel has no code in a format that the domain can run. */
public final class KernelFormatException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public KernelFormatException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public KernelFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
