package org.anabranch.mic.card;

/** A kernel failed on a card. The message and the trace are those of the card. */
public final class CardKernelException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CardKernelException(String message, StackTraceElement[] trace) {
        super(message, null, false, true);
        setStackTrace(trace);
    }
}
