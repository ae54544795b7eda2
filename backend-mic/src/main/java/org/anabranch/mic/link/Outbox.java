package org.anabranch.mic.link;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Sends frames in the order in which they are handed over, and never lets who hands one over wait
 * for room on the wire. While the other side keeps up, the caller writes by itself, since another
 * thread would cost more than the write; once there are many frames that it has not confirmed, a
 * thread of the outbox does the waiting. For any thread.
 */
public final class Outbox {
    /** Frames and bytes that surely fit into the buffers of a socket. */
    private static final int UNCONFIRMED = 64;

    private static final long UNCONFIRMED_BYTES = 64 << 10;

    private final Frames frames;
    private final Consumer<IOException> broken;
    private final Thread writer;
    private volatile int confirmed;
    // all guarded by this
    private final Queue<Message> waiting = new ArrayDeque<>();
    private boolean writing;
    private boolean closed;
    private int sent;
    private long sentBytes;
    private final long[] sentBefore = new long[UNCONFIRMED]; // bytes, by frame in turn

    /**
     * Starts the thread.
     *
     * @param card name of the card, for that of the thread
     * @param frames the link, on which nobody else sends any more
     * @param broken told when it breaks
     */
    public Outbox(String card, Frames frames, Consumer<IOException> broken) {
        this.frames = frames;
        this.broken = broken;
        this.sent = frames.sent(); // of the greeting
        this.writer =
                Thread.ofPlatform().daemon().name(card + "-outbox").unstarted(this::writeWaiting);
        writer.start();
    }

    /** Hands a frame over. */
    public void send(Message message) {
        Message next = message;
        synchronized (this) {
            if (closed) {
                return;
            }
            if (writing || !waiting.isEmpty() || full(message)) {
                waiting.add(message);
                if (!writing) {
                    notifyAll();
                }
                return;
            }
            writing = true;
            count(message);
        }
        while (next != null) {
            write(next);
            next = next(false);
        }
    }

    /**
     * Tells how far the other side is.
     *
     * @param count frames that it has received
     */
    public void confirmed(int count) {
        confirmed = count;
    }

    /** Whether writing it might have to wait for the other side. */
    private boolean full(Message message) {
        int done = confirmed;
        if (sent - done >= UNCONFIRMED || sent - done < 0) {
            return true;
        }
        long confirmedBytes = sent == done ? sentBytes : sentBefore[done & UNCONFIRMED - 1];
        return sentBytes - confirmedBytes + frames.bytesOf(message) > UNCONFIRMED_BYTES;
    }

    private void count(Message message) {
        sentBefore[sent & UNCONFIRMED - 1] = sentBytes;
        sentBytes += frames.bytesOf(message);
        sent++;
    }

    /** The next frame for one who was writing, or null if there is none or no room for it. */
    private synchronized Message next(boolean mayWait) {
        if (waiting.isEmpty() || !mayWait && full(waiting.element())) {
            writing = false;
            if (!waiting.isEmpty()) {
                notifyAll(); // only then is there something for the thread to do
            }
            return null;
        }
        Message next = waiting.remove();
        count(next);
        return next;
    }

    private void write(Message message) {
        try {
            frames.send(message);
        } catch (IOException cause) {
            broken.accept(cause);
        }
    }

    private void writeWaiting() {
        while (awaitWork()) {
            for (Message next = next(true); next != null; next = next(true)) {
                write(next);
            }
        }
    }

    private synchronized boolean awaitWork() {
        try {
            while (!closed && (writing || waiting.isEmpty())) {
                wait();
            }
        } catch (InterruptedException end) {
            return false;
        }
        if (!closed) {
            writing = true;
        }
        return !closed;
    }

    /** Ends the thread; what was not sent is dropped. */
    public synchronized void close() {
        closed = true;
        waiting.clear();
        notifyAll();
    }
}
