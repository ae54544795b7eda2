package org.anabranch.mic.link;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A connection that carries bytes both ways. One thread writes at a time, one reads. */
public interface Wire extends Closeable {

    /**
     * Writes all bytes. Waits for room.
     *
     * @param buffers the bytes, in order
     * @throws IOException if the connection is broken or closed
     * @throws OutOfMemoryError if there was none; unwritten bytes are left in the buffers
     */
    void write(ByteBuffer... buffers) throws IOException;

    /**
     * Reads the available bytes, at least one. Waits.
     *
     * @param buffer with room for at least one byte
     * @return number of bytes, or -1 at the end
     * @throws IOException if the connection is broken or closed
     */
    int read(ByteBuffer buffer) throws IOException;

    /** {@return true if both ends map the same window} */
    boolean sharesMemory();
}
