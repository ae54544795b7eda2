package org.anabranch.shell.failure;

import org.anabranch.api.AnabranchException;

/** A service that commands look through is not there. */
public final class AbsentException extends AnabranchException {
    private static final long serialVersionUID = 1;

    public AbsentException(String message) {
        super(message);
    }
}
