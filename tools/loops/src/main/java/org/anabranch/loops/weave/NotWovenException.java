package org.anabranch.loops.weave;

/** Thrown when a marked loop cannot be woven, for the reason in the message. */
final class NotWovenException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final int line;

    NotWovenException(String reason, int line) {
        super(reason);
        this.line = line;
    }

    int line() {
        return line;
    }
}
