package org.anabranch.seeing.text;

import java.io.IOException;
import java.io.InputStream;

/** The bytes of a stream, with one byte of look-ahead. */
final class LookAheadInput {
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int limit;
    private long before;

    LookAheadInput(InputStream in) {
        this.in = in;
    }

    /** {@return the next byte, or -1 at the end} */
    int peek() throws IOException {
        if (at == limit) {
            before += limit;
            at = 0;
            limit = Math.max(0, in.read(buffer));
            if (limit == 0) {
                return -1;
            }
        }
        return buffer[at] & 0xFF;
    }

    /** {@return the next byte, which is consumed, or -1 at the end} */
    int read() throws IOException {
        int c = peek();
        if (c >= 0) {
            at++;
        }
        return c;
    }

    /** {@return the number of bytes consumed} */
    long position() {
        return before + at;
    }
}
