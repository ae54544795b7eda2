package org.anabranch.mic;

/** A kernel failed on a card. The message and the trace are those of the card. */
final class CardKernelException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CardKernelException(String message, StackTraceElement[] trace) {
        super(message, null, false, true);
        setStackTrace(trace);
    }
}
