package org.anabranch.mic.card;

import org.anabranch.mic.link.Failure;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.ProtocolException;
import org.anabranch.mic.link.Received;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.NotStartedException;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Receives what a card says, on a thread of its own, until the link is closed. */
public final class Inbox {
    /** For memory to become free, between two attempts. */
    private static final long PAUSE_NANOS = 1_000_000;

    private final Card card;
    private final Frames frames;
    private final Answers answers;
    private final Thread thread;
    private volatile long heard; // frames
    private volatile boolean listening;

    public Inbox(Card card, Frames frames, Answers answers) {
        this.card = card;
        this.frames = frames;
        this.answers = answers;
        this.thread =
                Thread.ofPlatform().daemon().name(card.id() + "-receiver").unstarted(this::receive);
    }

    public void start() {
        thread.start();
    }

    /** How many frames have come. */
    public long heard() {
        return heard;
    }

    /** Whether it is not busy with what the card has said. */
    public boolean isListening() {
        return listening;
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

    /** Whatever there is of memory, the end is told: all that is outstanding waits for that. */
    private void receive() {
        Throwable cause = receiveAll();
        while (!isTold(cause)) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private Throwable receiveAll() {
        long count = 0;
        try {
            while (true) {
                listening = true;
                Received frame = frames.receive();
                listening = false;
                heard = ++count;
                card.confirmed(frame.confirmed());
                dispatch(frame);
            }
        } catch (Throwable cause) {
            return cause;
        }
    }

    /** False if there is no memory for all of it; each step may be made again. */
    private boolean isTold(Throwable cause) {
        try {
            lose(cause);
            card.received();
            return true;
        } catch (OutOfMemoryError full) {
            return false;
        }
    }

    private void lose(Throwable cause) {
        if (cause instanceof IOException broken) {
            card.loss().broken(broken);
        } else if (cause instanceof RuntimeException) {
            card.loss().broken(new ProtocolException("a frame that makes no sense: " + cause));
        } else {
            card.loss().lose("what it said could not be dealt with: " + cause, cause);
        }
    }

    private void dispatch(Received frame) throws ProtocolException {
        var body = frame.body();
        switch (frame.kind()) {
            case BEAT -> {}
            case DONE, STOLEN, LACKS -> {
                Pending answer = answers.take(body.getLong());
                if (answer != null) {
                    answer.answered(frame);
                }
            }
            case FAILED -> answers.fail(body.getLong(), failure(frame));
            case GO -> card.large().advance(transfer(body.getLong()));
            case TAKEN -> {
                long number = body.getLong();
                long slot = body.getLong();
                HostTransfer transfer = transfer(number);
                freed(number, transfer == null ? Set.of(slot) : transfer.taken(slot));
            }
            case FILLED -> {
                long number = body.getLong();
                long slot = body.getLong();
                HostTransfer transfer = transfer(number);
                if (transfer != null) {
                    transfer.filled(slot, body.getLong(), body.getInt());
                }
                freed(number, Set.of(slot));
            }
            case FETCH -> card.files().send(body.getLong(), body.getLong(), frame.text());
            default -> throw new ProtocolException(frame.kind() + " is not for a host");
        }
    }

    private void freed(long number, Set<Long> slots) throws ProtocolException {
        card.large().freed(slots, number);
        card.large().advance(transfer(number));
    }

    private HostTransfer transfer(long number) {
        return (HostTransfer) answers.peek(number);
    }

    private Throwable failure(Received frame) {
        Failure kind = Failure.values()[frame.body().get()];
        String type = frame.text();
        String message = frame.text();
        StackTraceElement[] trace = new StackTraceElement[frame.count(1)];
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
