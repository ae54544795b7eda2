package org.anabranch.mic.card;

import org.anabranch.mic.link.CardFailure;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.ProtocolException;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.link.Scarcity;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.support.ForeignThrowables;

import java.io.IOException;

/** Receives what a card says, on a thread of its own, until the link is closed. */
public final class CardInbox {
    /** Bytes of a frame of a trace without any text. */
    private static final int LEAST_TRACED = 16;

    private final Card card;
    private final Frames frames;
    private final Answers answers;
    private final Heartbeat heartbeat;
    private final Thread thread;
    private final Runnable ending = this::end;
    private Throwable cause; // of the end; of the thread

    CardInbox(Card card, Frames frames, Answers answers, Heartbeat heartbeat) {
        this.card = card;
        this.frames = frames;
        this.answers = answers;
        this.heartbeat = heartbeat;
        this.thread =
                Thread.ofPlatform().daemon().name(card.id() + "-receiver").unstarted(this::receive);
    }

    public void start() {
        thread.start();
    }

    public boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    /** Waits for the end of the thread, interrupted or not. Returns whether it has come in time. */
    public boolean awaitEnd(long millis) {
        long deadline = System.nanoTime() + millis * 1_000_000;
        boolean interrupted = false;
        for (long rest = millis; rest > 0 && thread.isAlive(); ) {
            try {
                thread.join(rest);
            } catch (InterruptedException later) {
                interrupted = true;
            }
            rest = (deadline - System.nanoTime()) / 1_000_000;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /**
     * Receives until the end; the end is reported whatever memory there is, since all outstanding
     * requests wait for that.
     */
    private void receive() {
        cause = receiveAll();
        Scarcity.persist(ending);
    }

    private Throwable receiveAll() {
        try {
            while (true) {
                heartbeat.listening();
                Received frame = frames.receive();
                heartbeat.heard();
                card.confirmed(frame.confirmed());
                dispatchInMemory(frame);
            }
        } catch (Throwable end) {
            return end;
        }
    }

    /** Each step may be made again. */
    private void end() {
        lose();
        card.received();
    }

    private void lose() {
        if (cause instanceof IOException broken) {
            card.loss().broken(broken);
        } else if (cause instanceof RuntimeException) {
            card.loss().broken(new ProtocolException("a frame that makes no sense: " + cause));
        } else {
            card.loss()
                    .lose(
                            "what it said could not be dealt with: "
                                    + ForeignThrowables.text(cause),
                            cause);
        }
    }

    /** Each step may be made again, after one for which there was no memory. */
    private void dispatchInMemory(Received frame) throws ProtocolException {
        while (true) {
            try {
                frame.body().rewind();
                dispatch(frame);
                return;
            } catch (OutOfMemoryError full) {
                Scarcity.pause();
            }
        }
    }

    private void dispatch(Received frame) throws ProtocolException {
        var body = frame.body();
        switch (frame.kind()) {
            case BEAT -> card.clock().beat(body);
            case DONE, STOLEN, LACKS -> answers.answer(body.getLong(), frame);
            case FAILED -> answers.fail(body.getLong(), failure(frame));
            case GO -> {
                HostTransfer transfer = transfer(body.getLong());
                if (transfer != null && !transfer.isLarge()) {
                    throw new ProtocolException("the turn of a transfer that has its slot");
                }
                card.large().advance(transfer);
            }
            case TAKEN, FILLED -> piece(frame);
            case FETCH -> card.files().send(body.getLong(), body.getLong(), frame.text());
            default -> throw new ProtocolException(frame.kind() + " is not for a host");
        }
    }

    /** A slot is free again. */
    private void piece(Received frame) throws ProtocolException {
        var body = frame.body();
        long number = body.getLong();
        long slot = body.getLong();
        HostTransfer transfer = transfer(number);
        if (transfer == null) {
            throw new ProtocolException(
                    "the slot at " + slot + ", which no transfer " + number + " has");
        }
        if (frame.kind() == FrameKind.TAKEN) {
            transfer.taken(slot);
        } else {
            transfer.filled(slot, body.getLong(), body.getInt());
        }
        card.large().feed();
        card.large().advance(transfer);
    }

    private HostTransfer transfer(long number) {
        return (HostTransfer) answers.peek(number);
    }

    private Throwable failure(Received frame) {
        CardFailure kind = CardFailure.values()[frame.body().get()];
        String type = frame.text();
        String message = frame.text();
        StackTraceElement[] trace = new StackTraceElement[frame.count(LEAST_TRACED)];
        for (int i = 0; i < trace.length; i++) {
            trace[i] =
                    new StackTraceElement(
                            frame.text(), frame.text(), frame.text(), frame.body().getInt());
        }
        return switch (kind) {
            case KERNEL -> new CardKernelException(type + ": " + message, trace);
            case REFUSED -> new DeviceException(card.id() + ": " + message);
            case NOT_STARTED ->
                    new NotStartedException(card.id() + ": not started: " + message, null);
        };
    }
}
