package org.anabranch.dense.file;

import org.anabranch.api.ProgramException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A parser of a dictionary in Python syntax, of strings, booleans and tuples of integers: the
 * header of a {@code .npy} file.
 */
final class NpyLiteral {
    private final String name;
    private final String text;
    private final int from;
    private final Map<String, Object> found = new HashMap<>();
    private final Map<String, Integer> places = new HashMap<>();
    private int at;

    /** A tuple. */
    record Shape(List<Long> extents) {}

    /**
     * Creates a parser.
     *
     * @param name of the file, for messages
     * @param text the literal
     * @param from offset of its first byte in the file
     */
    NpyLiteral(String name, String text, int from) {
        this.name = name;
        this.text = text;
        this.from = from;
    }

    int length() {
        return text.length();
    }

    void parse() {
        expect('{');
        while (!next('}')) {
            peek();
            int begin = at;
            String key = string();
            expect(':');
            peek();
            places.put(key, at);
            Object value = value();
            if (found.put(key, value) != null || found.size() > 3) {
                at = begin;
                throw wrong("the keys must be descr, fortran_order and shape, once each");
            }
            if (!next(',')) {
                expect('}');
                break;
            }
        }
        if (peek() != 0) {
            throw wrong("unexpected " + shown() + " after the dictionary");
        }
    }

    <T> T entry(String key, Class<T> type, String what) {
        Object value = found.get(key);
        if (!type.isInstance(value)) {
            throw wrong(key, "'" + key + "' must be " + what);
        }
        return type.cast(value);
    }

    /** Returns an error in the value of a key. */
    ProgramException wrong(String key, String message) {
        at = places.getOrDefault(key, 0);
        return wrong(message);
    }

    private Object value() {
        char c = peek();
        if (c == '\'' || c == '"') {
            return string();
        }
        if (c == '(') {
            return shape();
        }
        for (String word : List.of("True", "False")) {
            if (text.startsWith(word, at)) {
                at += word.length();
                return word.equals("True");
            }
        }
        throw wrong("unexpected " + shown() + "; a string, a tuple, True or False belong here");
    }

    private Shape shape() {
        List<Long> extents = new ArrayList<>();
        expect('(');
        while (!next(')')) {
            extents.add(number());
            if (!next(',')) {
                expect(')');
                break;
            }
        }
        return new Shape(extents);
    }

    private long number() {
        peek();
        int begin = at;
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
            at++;
        }
        if (begin == at || at - begin > 18) {
            at = begin;
            throw wrong("an extent must be a whole number of at most 18 digits");
        }
        long number = Long.parseLong(text, begin, at, 10);
        next('L'); // as written by Python 2
        return number;
    }

    private String string() {
        char quote = peek();
        int end = quote == '\'' || quote == '"' ? text.indexOf(quote, at + 1) : -1;
        if (end < 0) {
            throw wrong("a string belongs here, not " + shown());
        }
        String string = text.substring(at + 1, end);
        at = end + 1;
        return string;
    }

    /** Returns the next character that is not blank, or 0 at the end. */
    private char peek() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean next(char c) {
        boolean there = peek() == c;
        at += there ? 1 : 0;
        return there;
    }

    private void expect(char c) {
        if (!next(c)) {
            throw wrong("'" + c + "' belongs here, not " + shown());
        }
    }

    private String shown() {
        return peek() == 0
                ? "the end of the header"
                : "'" + printable(text.substring(at, Math.min(text.length(), at + 16))) + "'";
    }

    static String printable(String text) {
        return text.replaceAll("[^ -~]", "?");
    }

    private ProgramException wrong(String message) {
        return NpyHeader.complaint(name, from + at, message);
    }
}
