package org.anabranch.loops;

import org.anabranch.api.AnabranchException;

/** Thrown in strict mode when a loop is not proved to be parallel. */
public final class NotParallelException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the loop and the reason
     */
    public NotParallelException(String message) {
        super(message);
    }
}
