package org.anabranch.mic.sink;

import org.anabranch.mic.link.Failure;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;
import org.anabranch.mic.link.Outbox;

/** What the card says. For any thread; nobody waits. */
final class Replies {
    private static final int TRACED = 30;

    private final Outbox outbox;

    Replies(String card, Frames frames) {
        // the receiving thread finds out that the link is broken, and ends the card
        this.outbox = new Outbox(card, frames, broken -> {});
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
        StackTraceElement[] trace = failure.getStackTrace();
        int traced = Math.min(TRACED, trace.length);
        Message message =
                new Message(Kind.FAILED)
                        .putLong(operation)
                        .putByte(kind.ordinal())
                        .putText(failure.getClass().getName())
                        .putText(String.valueOf(failure.getMessage()))
                        .putInt(traced);
        for (int i = 0; i < traced; i++) {
            message.putText(trace[i].getClassName())
                    .putText(trace[i].getMethodName())
                    .putText(String.valueOf(trace[i].getFileName()))
                    .putInt(trace[i].getLineNumber());
        }
        send(message);
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
