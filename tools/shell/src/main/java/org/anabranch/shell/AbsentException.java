package org.anabranch.shell;

import org.anabranch.api.AnabranchException;

/** A service that commands look through is not there. */
public final class AbsentException extends AnabranchException {
    private static final long serialVersionUID = 1;

    AbsentException(String message) {
        super(message);
    }
}
