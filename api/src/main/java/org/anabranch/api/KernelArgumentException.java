package org.anabranch.api;

/** The arguments of a launch do not match the kernel's parameters. */
public final class KernelArgumentException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public KernelArgumentException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public KernelArgumentException(String message, Throwable cause) {
        super(message, cause);
    }
}
