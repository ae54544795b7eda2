package org.anabranch.mic.link;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * The sender of frames, in the order of submission. A submitting thread never waits for room on the
 * wire. While the other side keeps up, it writes by itself, since another thread would cost more
 * than the write; when many frames are unconfirmed, a thread of the outbox does the waiting.
 * Submitting takes no memory, and a frame that cannot be written for lack of it is left to that
 * thread: each submitted frame is sent. Thread-safe.
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
    private FrameWriter oldest; // that waits, linked to the next
    private FrameWriter newest;
    private FrameWriter unfinished; // who was writing it could not
    private boolean writing;
    private boolean closed;
    private int sent;
    private long sentBytes;
    private final long[] sentBefore = new long[UNCONFIRMED]; // bytes, by frame in turn

    /**
     * Creates an outbox, which sends no frame that has to wait until it is started.
     *
     * @param card name of the card, for that of the thread
     * @param frames the link, on which no other thread sends any more
     * @param broken called when it breaks
     */
    public Outbox(String card, Frames frames, Consumer<IOException> broken) {
        this.frames = frames;
        this.broken = broken;
        this.sent = frames.sent(); // of the greeting
        this.writer =
                Thread.ofPlatform().daemon().name(card + "-outbox").unstarted(this::writeWaiting);
    }

    /** Begins to send what has to wait. */
    public void start() {
        writer.start();
    }

    /** Hands a frame over, once. */
    public void send(FrameWriter message) {
        synchronized (this) {
            if (closed) {
                return;
            }
            if (writing || unfinished != null || oldest != null || full(message)) {
                append(message);
                if (!writing) {
                    notifyAll();
                }
                return;
            }
            writing = true;
            count(message);
        }
        for (FrameWriter next = message; next != null; next = next(false)) {
            try {
                write(next);
            } catch (Error scarce) { // memory, or stack
                leave(next);
                return;
            }
        }
    }

    private void append(FrameWriter message) {
        if (oldest == null) {
            oldest = message;
        } else {
            newest.next = message;
        }
        newest = message;
    }

    /** The thread goes on with it. */
    private synchronized void leave(FrameWriter message) {
        unfinished = message;
        writing = false;
        notifyAll();
    }

    /**
     * Records the progress of the other side.
     *
     * @param count number of frames that it has received
     */
    public void confirmed(int count) {
        confirmed = count;
    }

    /** Returns true if writing it might have to wait for the other side. */
    private boolean full(FrameWriter message) {
        int done = confirmed;
        if (sent - done >= UNCONFIRMED || sent - done < 0) {
            return true;
        }
        long confirmedBytes = sent == done ? sentBytes : sentBefore[done & UNCONFIRMED - 1];
        return sentBytes - confirmedBytes + frames.bytesOf(message) > UNCONFIRMED_BYTES;
    }

    private void count(FrameWriter message) {
        sentBefore[sent & UNCONFIRMED - 1] = sentBytes;
        sentBytes += frames.bytesOf(message);
        sent++;
    }

    /**
     * Returns the next frame for a thread that was writing, or null if there is none or no room for
     * it.
     */
    private synchronized FrameWriter next(boolean mayWait) {
        FrameWriter next = unfinished;
        if (next != null) {
            unfinished = null;
            return next;
        }
        next = oldest;
        if (next == null || !mayWait && full(next)) {
            writing = false;
            if (next != null) {
                notifyAll(); // otherwise the thread has no work
            }
            return null;
        }
        oldest = next.next;
        newest = oldest == null ? null : newest;
        count(next);
        return next;
    }

    private void write(FrameWriter message) {
        try {
            frames.send(message);
        } catch (IOException cause) {
            broken.accept(cause);
        } catch (RuntimeException cause) {
            broken.accept(new IOException(cause));
        }
    }

    private void writeWaiting() {
        while (awaitWork()) {
            for (FrameWriter next = next(true); next != null; next = next(true)) {
                writeToItsEnd(next);
            }
        }
    }

    /** Waits for memory, also to say that the link is broken. */
    private void writeToItsEnd(FrameWriter message) {
        Error cause = null;
        while (true) {
            try {
                if (cause == null) {
                    write(message);
                } else {
                    broken.accept(new IOException(cause));
                }
                return;
            } catch (OutOfMemoryError full) {
                Scarcity.pause();
            } catch (Error other) {
                if (cause != null) {
                    return; // it cannot be said
                }
                cause = other;
            }
        }
    }

    private synchronized boolean awaitWork() {
        try {
            while (!closed && (writing || oldest == null && unfinished == null)) {
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
        oldest = null;
        newest = null;
        unfinished = null;
        notifyAll();
    }
}
