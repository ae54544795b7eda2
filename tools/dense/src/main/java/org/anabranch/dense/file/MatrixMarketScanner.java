package org.anabranch.dense.file;

import org.anabranch.api.ProgramException;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A scanner for lines, words and numbers in a stream of bytes, with constant memory. Every error is
 * a {@link ProgramException} that starts with file and line. Not thread-safe.
 */
final class MatrixMarketScanner implements Closeable {
    private static final int LONGEST_WORD = 128;
    private static final int LONGEST_LINE = 1024;
    private static final int END = -1;

    private final String file;
    private final InputStream input;
    private final byte[] block = new byte[1 << 16];
    private final byte[] word = new byte[LONGEST_WORD];
    private int position;
    private int limit;
    private long line = 1;

    MatrixMarketScanner(String file, InputStream input) {
        this.file = file;
        this.input = input;
    }

    /** {@return the number of the current line, from 1} */
    long line() {
        return line;
    }

    /** Returns the rest of the line as text, without its end. */
    String text() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int at = next(); at != '\n' && at != END; at = next()) {
            if (text.length() == LONGEST_LINE) {
                throw complaint("the line is longer than " + LONGEST_LINE + " bytes");
            }
            text.append((char) at);
        }
        back();
        return text.toString();
    }

    /**
     * Advances to the next line with data, skipping empty lines and comments; returns false if
     * there is none.
     */
    boolean nextDataLine() throws IOException {
        int at = skipBlanks();
        while (at == '\n' || at == '%') {
            while (at != '\n' && at != END) {
                at = next();
            }
            if (at == '\n') {
                line++;
            }
            at = skipBlanks();
        }
        back();
        return at != END;
    }

    /** Checks that the line has ended. */
    void endOfLine(String after) throws IOException {
        int at = skipBlanks();
        back();
        if (at != '\n' && at != END) {
            throw complaint("unexpected " + quote(readWord()) + " after " + after);
        }
    }

    /** Returns an integer. */
    long whole(String what) throws IOException {
        int length = readWord();
        try {
            return Long.parseLong(new String(word, 0, length, StandardCharsets.ISO_8859_1));
        } catch (NumberFormatException e) {
            throw complaint(what + " must be a whole number, not " + quote(length));
        }
    }

    /** Returns a finite number. */
    double real() throws IOException {
        int length = readWord();
        double value = Decimal.parse(word, length);
        if (Double.isNaN(value)) {
            String name = new String(word, 0, length, StandardCharsets.ISO_8859_1);
            throw complaint(
                    name.matches("(?i)[+-]?(nan|inf|infinity)")
                            ? "the value " + name + " is not finite"
                            : "the value must be a number, not " + quote(length));
        }
        if (Double.isInfinite(value)) {
            throw complaint("the value " + quote(length) + " is beyond the range of a double");
        }
        return value;
    }

    /** {@return file and current line, the beginning of an error message} */
    String here() {
        return file + ":" + line + ": ";
    }

    /** Returns an error at the current line. */
    ProgramException complaint(String message) {
        return new ProgramException(here() + message);
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            // all data has been read
        }
    }

    private int readWord() throws IOException {
        int at = skipBlanks();
        int length = 0;
        while (at != END && at > ' ') {
            if (length == LONGEST_WORD) {
                throw complaint("a word is longer than " + LONGEST_WORD + " bytes");
            }
            word[length++] = (byte) at;
            at = next();
        }
        back();
        if (length == 0) {
            throw complaint(
                    at == '\n'
                            ? "the line ends too early"
                            : at == END ? "the file ends too early" : "unexpected byte " + at);
        }
        return length;
    }

    private String quote(int length) {
        int shown = Math.min(length, 32);
        StringBuilder text = new StringBuilder("'");
        for (byte at : Arrays.copyOf(word, shown)) {
            text.append(at > ' ' && at < 127 ? (char) at : '?');
        }
        return text.append(shown < length ? "...'" : "'").toString();
    }

    private int skipBlanks() throws IOException {
        int at = next();
        while (at == ' ' || at == '\t' || at == '\r') {
            at = next();
        }
        return at;
    }

    private int next() throws IOException {
        if (position == limit) {
            int read = Math.max(0, input.read(block));
            position = 0;
            limit = read;
            if (read == 0) {
                position = 1;
                limit = 0;
                return END;
            }
        }
        return position > limit ? END : block[position++] & 0xFF;
    }

    private void back() {
        if (position <= limit) {
            position--;
        }
    }
}
