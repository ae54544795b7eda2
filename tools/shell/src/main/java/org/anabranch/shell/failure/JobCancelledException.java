package org.anabranch.shell.failure;

import org.anabranch.api.AnabranchException;

/** The user cancelled a job. */
public final class JobCancelledException extends AnabranchException {
    private static final long serialVersionUID = 1;

    public JobCancelledException(String message, Throwable cause) {
        super(message, cause);
    }
}
