package org.anabranch.api;

/** The domain is draining or gone and takes no new work. */
public final class DomainClosedException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public DomainClosedException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public DomainClosedException(String message, Throwable cause) {
        super(message, cause);
    }
}
