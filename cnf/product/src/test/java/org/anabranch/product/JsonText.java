package org.anabranch.product;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads JSON (RFC 8259) to see whether it is. */
final class JsonText {
    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    private static final Pattern STRING =
            Pattern.compile("\"([^\"\\\\\\p{Cntrl}]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-fA-F]{4})*\"");
    private static final Pattern WORD = Pattern.compile("true|false|null");

    private final String text;
    private final String what;
    private int at;

    private JsonText(String text, String what) {
        this.text = text.strip();
        this.what = what;
    }

    /** Fails, with what it is in the message, if a text is not one JSON value. */
    static void check(String text, String what) {
        JsonText json = new JsonText(text, what);
        json.value();
        json.require(json.at == json.text.length(), "more than one value");
    }

    private void require(boolean holds, String fault) {
        if (!holds) {
            throw new AssertionError("no JSON, " + fault + " at " + at + ": " + what);
        }
    }

    private void value() {
        switch (next()) {
            case '{' -> members('}', true);
            case '[' -> members(']', false);
            case '"' -> token(STRING);
            case 't', 'f', 'n' -> token(WORD);
            default -> token(NUMBER);
        }
    }

    private char next() {
        require(at < text.length(), "an end");
        return text.charAt(at);
    }

    private void members(char end, boolean named) {
        at++;
        while (next() != end) {
            if (named) {
                token(STRING);
                require(next() == ':', "no colon");
                at++;
            }
            value();
            if (next() == ',') {
                at++;
                require(next() != end, "a comma too many");
            } else {
                require(next() == end, "no comma");
            }
        }
        at++;
    }

    private void token(Pattern pattern) {
        Matcher found = pattern.matcher(text).region(at, text.length());
        require(found.lookingAt(), "no " + pattern);
        at = found.end();
    }
}
