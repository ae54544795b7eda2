package org.anabranch.seeing.text;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * A streaming reader of JSON (RFC 8259), which rejects invalid text with its position. Names and
 * short texts that occur again are the same object. For one thread.
 */
public final class JsonInput {

    /** The kinds of tokens. */
    public enum Token {
        OBJECT,
        END_OBJECT,
        ARRAY,
        END_ARRAY,
        NAME,
        STRING,
        NUMBER,
        TRUE,
        FALSE,
        NULL,
        END
    }

    private static final int DEEPEST = 64;
    private static final long THOUSAND = 1000;

    private final LookAheadInput bytes;
    private final KeptTexts texts = new KeptTexts();
    private final Deque<Token> open = new ArrayDeque<>();
    private byte[] text = new byte[256];
    private int length;
    private boolean fresh = true;
    private boolean named;

    /**
     * Creates a reader.
     *
     * @param in read ahead, and not closed
     */
    public JsonInput(InputStream in) {
        this.bytes = new LookAheadInput(in);
    }

    /**
     * {@return the next token}
     *
     * @throws IOException if the text is not JSON, or cannot be read
     */
    public Token next() throws IOException {
        int c = space();
        if (open.isEmpty() && !fresh) {
            require(c < 0, "text after the end");
            return Token.END;
        }
        boolean object = open.peek() == Token.OBJECT;
        if (!open.isEmpty() && !named) {
            if (c == (object ? '}' : ']')) {
                return end(object);
            }
            if (!fresh) {
                require(c == ',', "a comma is missing");
                read();
                c = space();
            }
            if (object) {
                return name(c);
            }
        }
        named = false;
        fresh = false;
        return value(c);
    }

    private Token end(boolean object) throws IOException {
        read();
        open.pop();
        fresh = false;
        return object ? Token.END_OBJECT : Token.END_ARRAY;
    }

    private Token name(int c) throws IOException {
        require(c == '"', "a name is missing");
        string();
        require(space() == ':', "a colon is missing");
        read();
        named = true;
        fresh = false;
        return Token.NAME;
    }

    private Token value(int c) throws IOException {
        switch (c) {
            case '{', '[' -> {
                read();
                Token token = c == '{' ? Token.OBJECT : Token.ARRAY;
                require(open.size() < DEEPEST, "too deep");
                open.push(token);
                fresh = true;
                return token;
            }
            case '"' -> {
                string();
                return Token.STRING;
            }
            case 't' -> {
                return word("true", Token.TRUE);
            }
            case 'f' -> {
                return word("false", Token.FALSE);
            }
            case 'n' -> {
                return word("null", Token.NULL);
            }
            default -> {
                number();
                return Token.NUMBER;
            }
        }
    }

    private Token word(String word, Token token) throws IOException {
        for (int i = 0; i < word.length(); i++) {
            require(read() == word.charAt(i), "no value");
        }
        return token;
    }

    private void number() throws IOException {
        length = 0;
        if (peek() == '-') {
            keep(read());
        }
        int whole = digits();
        require(whole == 1 || whole > 1 && text[length - whole] != '0', "no value");
        if (peek() == '.') {
            keep(read());
            require(digits() > 0, "no digit after the point");
        }
        if (peek() == 'e' || peek() == 'E') {
            keep(read());
            if (peek() == '+' || peek() == '-') {
                keep(read());
            }
            require(digits() > 0, "no digit in the exponent");
        }
    }

    private int digits() throws IOException {
        int count = 0;
        while (peek() >= '0' && peek() <= '9') {
            keep(read());
            count++;
        }
        return count;
    }

    private void string() throws IOException {
        read();
        length = 0;
        for (int c = read(); c != '"'; c = read()) {
            require(c >= ' ', "no end of a string");
            if (c == '\\') {
                escape();
            } else {
                keep(c);
            }
        }
    }

    private void escape() throws IOException {
        int c = read();
        switch (c) {
            case '"', '\\', '/' -> keep(c);
            case 'b' -> keep('\b');
            case 'f' -> keep('\f');
            case 'n' -> keep('\n');
            case 'r' -> keep('\r');
            case 't' -> keep('\t');
            case 'u' -> {
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    int digit = Character.digit(read(), 16);
                    require(digit >= 0, "no escape");
                    code = code << 4 | digit;
                }
                unit(code);
            }
            default -> require(false, "no escape");
        }
    }

    /** Appends a code unit. Surrogates are not paired: such texts are only compared and shown. */
    private void unit(int code) {
        if (code < 0x80) {
            keep(code);
        } else if (code < 0x800) {
            keep(0xC0 | code >> 6);
            keep(0x80 | code & 0x3F);
        } else {
            keep(0xE0 | code >> 12);
            keep(0x80 | code >> 6 & 0x3F);
            keep(0x80 | code & 0x3F);
        }
    }

    private void keep(int c) {
        if (length == text.length) {
            text = Arrays.copyOf(text, 2 * length);
        }
        text[length++] = (byte) c;
    }

    /** {@return the name, string or number of the last token} */
    public String text() {
        return texts.of(text, length);
    }

    /**
     * {@return the number of the last token, times a thousand}
     *
     * @throws IOException if that is no integer
     */
    public long thousandths() throws IOException {
        int i = text[0] == '-' ? 1 : 0;
        long value = 0;
        for (; i < length && text[i] != '.'; i++) {
            require(text[i] != 'e' && text[i] != 'E', "an exponent");
            require(value < Long.MAX_VALUE / 100_000, "a number that is too large");
            value = 10 * value + text[i] - '0';
        }
        value *= THOUSAND;
        long unit = THOUSAND;
        for (i++; i < length; i++) {
            unit /= 10;
            require(unit > 0 || text[i] == '0', "more than three decimals");
            value += unit * (text[i] - '0');
        }
        return text[0] == '-' ? -value : value;
    }

    /** Skips the next value. */
    public void skip() throws IOException {
        int depth = open.size();
        do {
            next();
        } while (open.size() > depth);
    }

    /** {@return the number of bytes read} */
    public long position() {
        return bytes.position();
    }

    private void require(boolean condition, String what) throws IOException {
        if (!condition) {
            throw new IOException("no JSON at byte " + position() + ": " + what);
        }
    }

    private int space() throws IOException {
        int c = bytes.peek();
        while (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
            bytes.read();
            c = bytes.peek();
        }
        return c;
    }

    private int peek() throws IOException {
        return bytes.peek();
    }

    private int read() throws IOException {
        int c = bytes.read();
        require(c >= 0, "it ends early");
        return c;
    }
}
