package org.anabranch.api;

/** Thrown when the arguments of a launch do not match the kernel's parameters. */
public final class KernelArgumentException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public KernelArgumentException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public KernelArgumentException(String message, Throwable cause) {
        super(message, cause);
    }
}
