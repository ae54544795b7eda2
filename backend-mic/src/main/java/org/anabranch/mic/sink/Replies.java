package org.anabranch.mic.sink;

import org.anabranch.mic.link.CardFailure;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Outbox;
import org.anabranch.spi.support.ForeignThrowables;

import java.util.function.Consumer;

/**
 * The replies of the card. No method throws, or waits but for memory: the host waits for each
 * reply. Thread-safe.
 */
final class Replies {
    private static final int TRACED = 30;
    private static final int LONGEST = 2000;
    private static final String NO_MEMORY = "there was no memory to say why".intern();

    private final Outbox outbox;
    private final Shortage shortage;

    /** Makes a frame. */
    interface Reply {
        FrameWriter message();
    }

    /**
     * Replies over a link.
     *
     * @param broken called when it breaks
     */
    Replies(String card, Frames frames, Shortage shortage, Consumer<? super Throwable> broken) {
        this.outbox = new Outbox(card, frames, broken::accept);
        this.shortage = shortage;
        outbox.start();
    }

    void send(FrameWriter message) {
        outbox.send(message);
    }

    /** Sends a reply, which is made when there is memory for it. */
    void reply(Reply reply) {
        send(null, 0, null, reply);
    }

    /** Sends a frame of a kind with one number. */
    void reply(FrameKind kind, long number) {
        send(kind, number, null, null);
    }

    /** Makes the frame when there is memory for it, and sends it. */
    private void send(FrameKind kind, long number, Throwable failure, Reply reply) {
        boolean waits = false;
        FrameWriter message = null;
        while (message == null) {
            try {
                message =
                        reply != null
                                ? reply.message()
                                : kind == FrameKind.FAILED
                                        ? failed(number, failure, waits)
                                        : new FrameWriter(kind).putLong(number);
            } catch (Throwable scarce) {
                waits = shortage.pause(waits);
            }
        }
        shortage.over(waits);
        send(message);
    }

    /** The host has received so many frames. */
    void confirmed(int count) {
        outbox.confirmed(count);
    }

    /** Closes the outbox; what was not sent is dropped. */
    void close() {
        outbox.close();
    }

    /**
     * Reports a failure. It may be a kernel's, and its methods foreign code; the report is sent in
     * any case, without text if there is no memory for one.
     */
    void failed(long operation, Throwable failure) {
        send(FrameKind.FAILED, operation, failure, null);
    }

    /** Reports that an operation was not started, since one that it comes after failed. */
    void notStarted(long operation) {
        send(FrameKind.FAILED, operation, null, null);
    }

    /** A brief one takes little more memory than a sign of life. */
    private static FrameWriter failed(long operation, Throwable failure, boolean brief) {
        if (failure == null) {
            return failed(operation, CardFailure.NOT_STARTED, "", "what it comes after failed")
                    .putInt(0);
        }
        return brief ? brief(operation, failure) : report(operation, failure);
    }

    /** Makes a reply of each kind, and sends none. */
    void rehearse() {
        for (Throwable failure : new Throwable[] {null, new RefusedException(""), new Error()}) {
            int bytes = failed(0, failure, false).size() + failed(0, failure, true).size();
            assert bytes > 0;
        }
    }

    private static CardFailure kindOf(Throwable failure) {
        return failure instanceof RefusedException ? CardFailure.REFUSED : CardFailure.KERNEL;
    }

    private static FrameWriter report(long operation, Throwable failure) {
        StackTraceElement[] trace = ForeignThrowables.trace(failure, TRACED);
        FrameWriter message =
                failed(
                                operation,
                                kindOf(failure),
                                clipped(failure.getClass().getName()),
                                clipped(ForeignThrowables.message(failure)))
                        .putInt(trace.length);
        for (StackTraceElement frame : trace) {
            message.putText(clipped(frame.getClassName()))
                    .putText(clipped(frame.getMethodName()))
                    .putText(clipped(frame.getFileName()))
                    .putInt(frame.getLineNumber());
        }
        return message;
    }

    private static FrameWriter brief(long operation, Throwable failure) {
        return failed(operation, kindOf(failure), failure.getClass().getName(), NO_MEMORY)
                .putInt(0);
    }

    private static FrameWriter failed(long operation, CardFailure kind, String type, String text) {
        return new FrameWriter(FrameKind.FAILED)
                .putLong(operation)
                .putByte(kind.ordinal())
                .putText(type)
                .putText(text);
    }

    private static String clipped(String text) {
        return text == null || text.length() <= LONGEST
                ? String.valueOf(text)
                : text.substring(0, LONGEST) + "...";
    }
}
