package org.anabranch.shell.failure;

import org.anabranch.api.AnabranchException;

/** A command was given words that it cannot use; the message says what it takes. */
public final class UsageException extends AnabranchException {
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }
}
