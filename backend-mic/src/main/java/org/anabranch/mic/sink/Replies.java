package org.anabranch.mic.sink;

import org.anabranch.mic.link.Failure;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;

import java.io.IOException;

/** What the card says. For any thread but the receiving one, which must never wait for room. */
final class Replies {
    private static final int TRACED = 30;

    private final Frames frames; // one sends at a time

    Replies(Frames frames) {
        this.frames = frames;
    }

    void send(Message message) {
        synchronized (frames) {
            try {
                frames.send(message);
            } catch (IOException broken) {
                // the receiving thread finds out, and ends the card
                System.getLogger(Replies.class.getName())
                        .log(System.Logger.Level.DEBUG, "not sent", broken);
            }
        }
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
