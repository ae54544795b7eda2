package org.anabranch.api;

/** A device refused to build a kernel; the message has the build log. */
public final class KernelBuildException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public KernelBuildException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public KernelBuildException(String message, Throwable cause) {
        super(message, cause);
    }
}
