package org.anabranch.mic.sink;

import org.anabranch.mic.link.CardFailure;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Outbox;
import org.anabranch.spi.support.ForeignThrowables;

/** The replies of the card. Thread-safe; no method waits. */
final class Replies {
    private static final int TRACED = 30;
    private static final int LONGEST = 2000;

    private final Outbox outbox;

    Replies(String card, Frames frames) {
        // the receiving thread finds out that the link is broken, and ends the card
        this.outbox = new Outbox(card, frames, broken -> {});
        outbox.start();
    }

    void send(FrameWriter message) {
        outbox.send(message);
    }

    /** The host has received so many frames. */
    void confirmed(int count) {
        outbox.confirmed(count);
    }

    void done(long operation) {
        send(new FrameWriter(FrameKind.DONE).putLong(operation));
    }

    /**
     * Reports a failure. It may be a kernel's, and its methods foreign code; the report is sent in
     * any case.
     */
    void failed(long operation, Throwable failure) {
        CardFailure kind =
                failure instanceof RefusedException ? CardFailure.REFUSED : CardFailure.KERNEL;
        StackTraceElement[] trace = ForeignThrowables.trace(failure, TRACED);
        FrameWriter message =
                new FrameWriter(FrameKind.FAILED)
                        .putLong(operation)
                        .putByte(kind.ordinal())
                        .putText(clipped(failure.getClass().getName()))
                        .putText(clipped(ForeignThrowables.message(failure)))
                        .putInt(trace.length);
        for (StackTraceElement frame : trace) {
            message.putText(clipped(frame.getClassName()))
                    .putText(clipped(frame.getMethodName()))
                    .putText(clipped(frame.getFileName()))
                    .putInt(frame.getLineNumber());
        }
        send(message);
    }

    private static String clipped(String text) {
        return text == null || text.length() <= LONGEST
                ? String.valueOf(text)
                : text.substring(0, LONGEST) + "...";
    }

    void notStarted(long operation) {
        send(
                new FrameWriter(FrameKind.FAILED)
                        .putLong(operation)
                        .putByte(CardFailure.NOT_STARTED.ordinal())
                        .putText("")
                        .putText("what it comes after failed")
                        .putInt(0));
    }
}
