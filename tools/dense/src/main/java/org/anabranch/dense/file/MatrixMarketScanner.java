package org.anabranch.dense.file;

import org.anabranch.api.ProgramException;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads lines, words and numbers from a stream of bytes, in memory that does not grow with the
 * input. Every complaint is a {@link ProgramException} that starts with file and line. Used by one
 * thread.
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

    /** {@return the number of the present line, from 1} */
    long line() {
        return line;
    }

    /** The rest of the line as text, without its end. */
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
     * Goes to the next line that has data, over empty lines and comments; if there is none, returns
     * false.
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

    /** Checks that nothing more is on the line. */
    void endOfLine(String after) throws IOException {
        int at = skipBlanks();
        back();
        if (at != '\n' && at != END) {
            throw complaint("unexpected " + quote(readWord()) + " after " + after);
        }
    }

    /** A whole number. */
    long whole(String what) throws IOException {
        int length = readWord();
        try {
            return Long.parseLong(new String(word, 0, length, StandardCharsets.ISO_8859_1));
        } catch (NumberFormatException e) {
            throw complaint(what + " must be a whole number, not " + quote(length));
        }
    }

    /** A finite number. */
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

    /** {@return file and present line, as a complaint begins} */
    String here() {
        return file + ":" + line + ": ";
    }

    /** An error at the present line. */
    ProgramException complaint(String message) {
        return new ProgramException(here() + message);
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            // everything that was needed has been read
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
