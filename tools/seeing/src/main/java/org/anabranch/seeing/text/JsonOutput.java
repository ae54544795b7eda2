package org.anabranch.seeing.text;

import org.anabranch.spi.support.Json;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A streaming writer of JSON as plain ASCII: names are escaped, and {@code <} too, so that a page
 * cannot take text for a tag. For one thread.
 */
public final class JsonOutput {
    private static final int ROOM = 1 << 16;
    private static final int LONGEST_NUMBER = 24;
    private static final int MOST_NAMES = 1 << 14;

    private final OutputStream out;
    private final byte[] buffer = new byte[ROOM];
    private final byte[] digits = new byte[LONGEST_NUMBER];
    private final Map<String, byte[]> names = new HashMap<>();
    private int used;

    /**
     * Creates a writer.
     *
     * @param out the target; not closed
     */
    public JsonOutput(OutputStream out) {
        this.out = out;
    }

    /**
     * Writes text without escaping.
     *
     * @param ascii plain
     */
    @SuppressWarnings("deprecation") // the only way to copy ASCII without a new array
    public JsonOutput raw(String ascii) throws IOException {
        room(ascii.length());
        ascii.getBytes(0, ascii.length(), buffer, used);
        used += ascii.length();
        return this;
    }

    /** Writes an integer. */
    public JsonOutput number(long value) throws IOException {
        room(LONGEST_NUMBER);
        if (value < 0) {
            buffer[used++] = '-';
        }
        digits(value);
        return this;
    }

    private void digits(long value) {
        long rest = value;
        int count = 0;
        do {
            digits[count++] = (byte) ('0' + Math.abs(rest % 10));
            rest /= 10;
        } while (rest != 0);
        while (count > 0) {
            buffer[used++] = digits[--count];
        }
    }

    /**
     * Writes nanoseconds as microseconds, exactly.
     *
     * @param nanos from 0 on
     */
    public JsonOutput micros(long nanos) throws IOException {
        room(LONGEST_NUMBER);
        digits(nanos / 1000);
        int part = (int) (nanos % 1000);
        if (part != 0) {
            buffer[used++] = '.';
            buffer[used++] = (byte) ('0' + part / 100);
            buffer[used++] = (byte) ('0' + part / 10 % 10);
            buffer[used++] = (byte) ('0' + part % 10);
        }
        return this;
    }

    /** Writes a string in quotes. */
    public JsonOutput string(String value) throws IOException {
        byte[] known = names.get(value);
        if (known == null) {
            known = Json.inHtml(value).getBytes(StandardCharsets.US_ASCII);
            if (names.size() < MOST_NAMES) {
                names.put(value, known);
            }
        }
        if (known.length > ROOM) {
            flush();
            out.write(known);
            return this;
        }
        room(known.length);
        System.arraycopy(known, 0, buffer, used, known.length);
        used += known.length;
        return this;
    }

    private void room(int bytes) throws IOException {
        if (used + bytes > ROOM) {
            flush();
        }
        if (bytes > ROOM) {
            throw new IllegalArgumentException(bytes + " bytes at once");
        }
    }

    /** Flushes the buffer. */
    public void flush() throws IOException {
        out.write(buffer, 0, used);
        used = 0;
    }
}
