package org.anabranch.mic.link;

import java.io.IOException;

/** The other side does not keep the protocol: another version, an impossible length, garbage. */
public final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Says what was wrong.
     *
     * @param message what was received, and what was expected
     */
    public ProtocolException(String message) {
        super(message);
    }
}
