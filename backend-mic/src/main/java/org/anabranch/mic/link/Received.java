package org.anabranch.mic.link;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A received frame: its kind, how many frames the other side had received, and the body. */
public record Received(FrameKind kind, int confirmed, ByteBuffer body) {

    /**
     * Reads text.
     *
     * @return the text of {@link FrameWriter#putText}
     */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /**
     * Reads bytes.
     *
     * @return the bytes of {@link FrameWriter#putBytes}
     */
    public byte[] bytes() {
        byte[] bytes = new byte[count(1)];
        body.get(bytes);
        return bytes;
    }

    /**
     * Reads numbers.
     *
     * @return the numbers of {@link FrameWriter#putLongs}
     */
    public long[] longs() {
        long[] values = new long[count(Long.BYTES)];
        for (int i = 0; i < values.length; i++) {
            values[i] = body.getLong();
        }
        return values;
    }

    /**
     * Reads the length of a list, no longer than the frame.
     *
     * @param bytes least size of an element
     */
    public int count(int bytes) {
        int count = body.getInt();
        if (count < 0 || (long) count * bytes > body.remaining()) {
            throw new BufferUnderflowException();
        }
        return count;
    }
}
