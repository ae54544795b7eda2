package org.anabranch.api;

/** An allocation was refused: the limit, or the memory of the domain, is exhausted. */
public final class MemoryExhaustedException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public MemoryExhaustedException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public MemoryExhaustedException(String message, Throwable cause) {
        super(message, cause);
    }
}
