package org.anabranch.api;

/** Thrown for an invalid loop: stride or tile below 1, too many dimensions, too many indices. */
public final class LoopException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the offending value
     */
    public LoopException(String message) {
        super(message);
    }
}
