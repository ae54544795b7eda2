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
    /** Frames that surely fit into the buffers of a socket. */
    private static final int UNCONFIRMED = 64;

    private final Frames frames;
    private final Consumer<IOException> broken;
    private final Thread writer;
    private volatile int confirmed;
    // all guarded by this
    private final Queue<Message> waiting = new ArrayDeque<>();
    private boolean writing;
    private boolean closed;
    private int sent;

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
        this.writer =
                Thread.ofPlatform().daemon().name(card + "-outbox").unstarted(this::writeWaiting);
        writer.start();
    }

    /**
     * Hands a frame over.
     *
     * @param message the frame
     */
    public void send(Message message) {
        Message next = message;
        synchronized (this) {
            if (writing || !waiting.isEmpty() || full()) {
                waiting.add(message);
                notifyAll();
                return;
            }
            writing = true;
            sent++;
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

    private boolean full() {
        return sent - confirmed >= UNCONFIRMED;
    }

    /** The next frame for one who was writing, or null if there is none or no room for it. */
    private synchronized Message next(boolean mayWait) {
        if (waiting.isEmpty() || !mayWait && full()) {
            writing = false;
            notifyAll();
            return null;
        }
        sent++;
        return waiting.remove();
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
