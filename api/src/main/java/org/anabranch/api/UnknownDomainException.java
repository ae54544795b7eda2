package org.anabranch.api;

/** No domain with this id or of this kind is there, or its id was never known. */
public final class UnknownDomainException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public UnknownDomainException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public UnknownDomainException(String message, Throwable cause) {
        super(message, cause);
    }
}
