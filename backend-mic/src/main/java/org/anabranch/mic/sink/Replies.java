package org.anabranch.mic.sink;

import org.anabranch.mic.link.Failure;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;
import org.anabranch.mic.link.Outbox;

/** What the card says. For any thread; nobody waits. */
final class Replies {
    private static final int TRACED = 30;
    private static final int LONGEST = 2000;

    private final Outbox outbox;

    Replies(String card, Frames frames) {
        // the receiving thread finds out that the link is broken, and ends the card
        this.outbox = new Outbox(card, frames, broken -> {});
        outbox.start();
    }

    void send(Message message) {
        outbox.send(message);
    }

    /** The host has received so many frames. */
    void confirmed(int count) {
        outbox.confirmed(count);
    }

    void done(long operation) {
        send(new Message(Kind.DONE).putLong(operation));
    }

    void failed(long operation, Throwable failure) {
        Failure kind = failure instanceof RefusedException ? Failure.REFUSED : Failure.KERNEL;
        StackTraceElement[] trace = trace(failure);
        int traced = Math.min(TRACED, trace.length);
        Message message =
                new Message(Kind.FAILED)
                        .putLong(operation)
                        .putByte(kind.ordinal())
                        .putText(clipped(failure.getClass().getName()))
                        .putText(clipped(message(failure)))
                        .putInt(traced);
        for (int i = 0; i < traced; i++) {
            message.putText(clipped(trace[i].getClassName()))
                    .putText(clipped(trace[i].getMethodName()))
                    .putText(clipped(trace[i].getFileName()))
                    .putInt(trace[i].getLineNumber());
        }
        send(message);
    }

    /** An exception is a kernel's, and may be anything; that it happened must be told. */
    private static String message(Throwable failure) {
        try {
            return failure.getMessage();
        } catch (Throwable another) {
            return "its message cannot be had: " + another.getClass().getName();
        }
    }

    private static StackTraceElement[] trace(Throwable failure) {
        try {
            return failure.getStackTrace();
        } catch (Throwable another) {
            return new StackTraceElement[0];
        }
    }

    private static String clipped(String text) {
        return text == null || text.length() <= LONGEST
                ? String.valueOf(text)
                : text.substring(0, LONGEST) + "...";
    }

    void notStarted(long operation) {
        send(
                new Message(Kind.FAILED)
                        .putLong(operation)
                        .putByte(Failure.NOT_STARTED.ordinal())
                        .putText("")
                        .putText("what it comes after failed")
                        .putInt(0));
    }
}
