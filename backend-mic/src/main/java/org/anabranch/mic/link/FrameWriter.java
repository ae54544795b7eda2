package org.anabranch.mic.link;

import org.anabranch.api.Piece;
import org.anabranch.api.Region;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** A frame to be sent: a kind, and what is put behind it. Not safe for several threads. */
public final class FrameWriter {
    private ByteBuffer buffer = ByteBuffer.allocate(192).order(ByteOrder.LITTLE_ENDIAN);
    private long windowOffset;
    private int windowBytes;
    private boolean framed;

    /** The one behind it in an outbox, which guards it. */
    FrameWriter next;

    /** Begins a frame. */
    public FrameWriter(FrameKind kind) {
        buffer.position(Frames.HEADER);
        buffer.put(4, (byte) kind.ordinal());
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int capacity = Math.max(2 * buffer.capacity(), buffer.position() + bytes);
            buffer =
                    ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN).put(buffer.flip());
        }
        return buffer;
    }

    /** Puts a number. */
    public FrameWriter putByte(int value) {
        room(1).put((byte) value);
        return this;
    }

    /** Puts a number. */
    public FrameWriter putInt(int value) {
        room(4).putInt(value);
        return this;
    }

    /** Puts a number. */
    public FrameWriter putLong(long value) {
        room(8).putLong(value);
        return this;
    }

    /** Puts numbers, behind their count. */
    public FrameWriter putLongs(long... values) {
        putInt(values.length);
        room(8 * values.length);
        for (long value : values) {
            buffer.putLong(value);
        }
        return this;
    }

    /** Puts text, behind its length in bytes. */
    public FrameWriter putText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return putBytes(bytes, 0, bytes.length);
    }

    /** Puts bytes, behind their number. */
    public FrameWriter putBytes(byte[] bytes, int from, int count) {
        putInt(count);
        room(count).put(bytes, from, count);
        return this;
    }

    /** Puts a region. */
    public FrameWriter putRegion(Region region) {
        room(48).putLong(region.offset())
                .putLong(region.width())
                .putLong(region.height())
                .putLong(region.depth())
                .putLong(region.rowPitch())
                .putLong(region.slicePitch());
        return this;
    }

    /** Puts a piece. */
    public FrameWriter putPiece(Piece piece) {
        room(76).putInt(piece.rank());
        for (int dimension = 0; dimension < 3; dimension++) {
            buffer.putLong(piece.low(dimension))
                    .putLong(piece.high(dimension))
                    .putLong(piece.stride(dimension));
        }
        return this;
    }

    /**
     * Says that the frame announces bytes in the window, for wires that have to carry them along.
     *
     * @param offset in the window
     */
    public FrameWriter inWindow(long offset, int bytes) {
        windowOffset = offset;
        windowBytes = bytes;
        return this;
    }

    /** {@return bytes of the frame so far, without its part of the window} */
    public int size() {
        return buffer.position();
    }

    long windowOffset() {
        return windowOffset;
    }

    int windowBytes() {
        return windowBytes;
    }

    /** {@return true if sending it has begun} */
    boolean isFramed() {
        return framed;
    }

    /** The frame without what lies in the window, ready to be written, or what is left of it. */
    ByteBuffer frame(int received) {
        if (!framed) {
            framed = true;
            buffer.flip().putInt(0, buffer.limit() - 4).putInt(5, received);
        }
        return buffer;
    }
}
