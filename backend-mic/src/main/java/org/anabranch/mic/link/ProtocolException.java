package org.anabranch.mic.link;

import java.io.IOException;

/** The other side does not keep the protocol: another version, an impossible length, garbage. */
public final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message names the received and the expected frame
     */
    public ProtocolException(String message) {
        super(message);
    }
}
