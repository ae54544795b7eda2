package org.anabranch.api;

/**
 * Thrown, or reported by an event, when an allocation exceeds the limit or the memory of the
 * domain. An action on a device waits for memory that others use there; it fails only if the
 * buffers of its operands do not fit by themselves.
 */
public final class MemoryExhaustedException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public MemoryExhaustedException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public MemoryExhaustedException(String message, Throwable cause) {
        super(message, cause);
    }
}
