package org.anabranch.shell.failure;

import org.anabranch.api.AnabranchException;

/** A job failed, or its result is not what it should be. */
public final class JobFailedException extends AnabranchException {
    private static final long serialVersionUID = 1;

    public JobFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
