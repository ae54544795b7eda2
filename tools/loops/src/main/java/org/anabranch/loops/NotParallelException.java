package org.anabranch.loops;

import org.anabranch.api.AnabranchException;

/** A loop is not proved to be safe in parallel, and its program wants nothing else. */
public final class NotParallelException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says why.
     *
     * @param message names the loop and the reason
     */
    public NotParallelException(String message) {
        super(message);
    }
}
