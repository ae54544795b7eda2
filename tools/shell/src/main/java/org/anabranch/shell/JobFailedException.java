package org.anabranch.shell;

import org.anabranch.api.AnabranchException;

/** A job failed, or its result is not what it should be. */
public final class JobFailedException extends AnabranchException {
    private static final long serialVersionUID = 1;

    JobFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
