package org.anabranch.api;

/** The device of a domain vanished while it had work or the only copy of data. */
public final class DomainLostException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public DomainLostException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public DomainLostException(String message, Throwable cause) {
        super(message, cause);
    }
}
