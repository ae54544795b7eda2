package org.anabranch.stencil.run;

import org.anabranch.api.AnabranchException;

/**
 * Thrown when a run of a stencil fails; the message names zone and domain, the cause is the
 * platform's exception (ST-21). The program's arrays are unchanged.
 */
public final class StencilFailedException extends AnabranchException {
    private static final long serialVersionUID = 1;

    private final int zone;
    private final String domain;

    StencilFailedException(String message, int zone, String domain, Throwable cause) {
        super(message, cause);
        this.zone = zone;
        this.domain = domain;
    }

    /** {@return the zone that failed, or -1 if unknown} */
    public int zone() {
        return zone;
    }

    /** {@return the id of the domain that failed, or an empty string} */
    public String domain() {
        return domain;
    }
}
