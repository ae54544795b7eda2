package org.anabranch.mic.link;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Frames over a wire: a length, a kind, how many frames the sender has received so far, and the
 * body. A wire without shared memory carries the announced part of the window before the body; the
 * kind then has its top bit set, and the part is in the receiver's window before the frame is
 * handed out. One thread sends at a time, one receives.
 */
public final class Frames implements Closeable {
    /** The version of everything that is said over the link. */
    public static final int VERSION = 5;

    /** The longest frame without its part of the window; longer ones are refused unread. */
    public static final int LIMIT = 1 << 20;

    static final int HEADER = 9;
    private static final int CARRIES_WINDOW = 0x80;
    private static final int WINDOW_HEADER = 12;

    private final Wire wire;
    private final ByteBuffer input =
            ByteBuffer.allocateDirect(1 << 16).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    private volatile Window window;
    private volatile int received;
    private volatile boolean starved;
    private int count; // of the receiving thread
    private final AtomicInteger sent = new AtomicInteger();

    /**
     * Frames over a wire.
     *
     * @param wire closed with this
     */
    public Frames(Wire wire) {
        this.wire = wire;
    }

    /**
     * Sets the window.
     *
     * @param mapped this side's mapping of the window
     */
    public void use(Window mapped) {
        window = mapped;
    }

    /** {@return true if both ends map the same window} */
    public boolean sharesMemory() {
        return wire.sharesMemory();
    }

    /** Bytes that a frame takes on the wire. */
    int bytesOf(FrameWriter message) {
        return message.size() + (wire.sharesMemory() ? 0 : message.windowBytes());
    }

    /** Returns the number of sent frames. */
    int sent() {
        return sent.get();
    }

    /**
     * Sends one frame, or the rest of it. One thread at a time.
     *
     * @throws IOException if the wire is broken or closed
     * @throws OutOfMemoryError if there was none; to send the frame again sends what is left of it
     */
    public void send(FrameWriter message) throws IOException {
        if (!message.isFramed()) {
            sent.getAndIncrement();
        }
        ByteBuffer frame = message.frame(received);
        if (frame.limit() > LIMIT) {
            throw new ProtocolException(
                    "a frame of " + frame.limit() + " bytes is longer than " + LIMIT);
        }
        if (message.windowBytes() == 0 || wire.sharesMemory()) {
            wire.write(frame);
        } else {
            sendWithWindow(frame, message);
        }
    }

    /** All that takes memory is made before the frame is changed. */
    private void sendWithWindow(ByteBuffer frame, FrameWriter message) throws IOException {
        ByteBuffer body = frame.slice(HEADER, frame.limit() - HEADER);
        ByteBuffer where =
                ByteBuffer.allocate(WINDOW_HEADER)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(message.windowOffset())
                        .putInt(message.windowBytes())
                        .flip();
        ByteBuffer part = window.part(message.windowOffset(), message.windowBytes());
        ByteBuffer[] all = {frame, where, part, body};
        frame.put(4, (byte) (frame.get(4) | CARRIES_WINDOW));
        frame.putInt(0, frame.getInt(0) + WINDOW_HEADER + message.windowBytes()).limit(HEADER);
        wire.write(all);
    }

    /**
     * Receives one frame. Waits, also for memory.
     *
     * @return the frame, whose body is valid for ever
     * @throws EOFException if the other side has closed
     * @throws ProtocolException if what comes is no frame
     * @throws IOException if the wire is broken or closed
     */
    public Received receive() throws IOException {
        fill(4);
        int length = input.getInt();
        if (length < HEADER - 4 || length > LIMIT + WINDOW_HEADER + Window.LARGEST_SLOT) {
            throw new ProtocolException(
                    "a frame of %s bytes; at least %s and at most %s are possible"
                            .formatted(Integer.toUnsignedString(length), HEADER - 4, LIMIT));
        }
        fill(5);
        int code = input.get() & 0xff;
        int confirmed = input.getInt();
        boolean carriesWindow = (code & CARRIES_WINDOW) != 0;
        if (!carriesWindow && length > LIMIT || carriesWindow && wire.sharesMemory()) {
            throw new ProtocolException("a frame of " + length + " bytes with the kind " + code);
        }
        FrameKind kind = FrameKind.of(code & ~CARRIES_WINDOW);
        Received frame = inMemory(kind, confirmed, length - (HEADER - 4));
        read(frame.body().array());
        if (starved) {
            starved = false;
        }
        received = ++count;
        return carriesWindow ? withoutWindow(frame) : frame;
    }

    /** {@return true if the receiving thread lacks memory for the frame that comes} */
    public boolean isStarved() {
        return starved;
    }

    /** Returns a frame whose body is still to come, as soon as there is memory for it. */
    private Received inMemory(FrameKind kind, int confirmed, int bytes) {
        while (true) {
            try {
                ByteBuffer body = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
                return new Received(kind, confirmed, body);
            } catch (OutOfMemoryError full) {
                starve();
            }
        }
    }

    private void starve() {
        starved = true;
        Scarcity.pause();
    }

    private Received withoutWindow(Received frame) throws ProtocolException {
        if (window == null) {
            throw new ProtocolException("a part of the window before there is one");
        }
        window.put(frame.body());
        return new Received(
                frame.kind(),
                frame.confirmed(),
                frame.body().slice().order(ByteOrder.LITTLE_ENDIAN));
    }

    private void fill(int bytes) throws IOException {
        if (input.remaining() < bytes) {
            input.compact();
            while (input.position() < bytes) {
                readMore();
            }
            input.flip();
        }
    }

    private void readMore() throws IOException {
        while (true) {
            try {
                if (wire.read(input) < 0) {
                    throw new EOFException("the other side has closed the link");
                }
                return;
            } catch (OutOfMemoryError full) {
                starve();
            }
        }
    }

    private void read(byte[] body) throws IOException {
        int done = 0;
        while (true) {
            int now = Math.min(body.length - done, input.remaining());
            input.get(body, done, now);
            done += now;
            if (done == body.length) {
                return;
            }
            input.clear();
            readMore();
            input.flip();
        }
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }
}
