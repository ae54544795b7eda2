package org.anabranch.api;

/** A loop that cannot be: stride or tile below 1, too many dimensions, too many indices. */
public final class LoopException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what is wrong.
     *
     * @param message names the offending value
     */
    public LoopException(String message) {
        super(message);
    }
}
