package org.anabranch.shell.output;

import java.util.Map;

/** A writer of JSON (RFC 8259) in ASCII only, so that it does not depend on the locale. */
public final class Json {
    private final StringBuilder text = new StringBuilder();

    private Json() {}

    /**
     * One line of JSON.
     *
     * @param value null, a {@code Boolean}, {@code Number}, {@code Map}, {@code Iterable} or array;
     *     anything else becomes a string. Numbers that JSON does not have (NaN, infinities) become
     *     null
     */
    public static String of(Object value) {
        Json json = new Json();
        json.value(value);
        return json.text.toString();
    }

    private void value(Object value) {
        switch (value) {
            case null -> text.append("null");
            case Boolean truth -> text.append(truth.booleanValue());
            case Double number when !Double.isFinite(number) -> text.append("null");
            case Float number when !Float.isFinite(number) -> text.append("null");
            case Number number -> text.append(number);
            case Map<?, ?> map -> object(map);
            case Iterable<?> items -> array(items);
            case Object[] items -> array(java.util.Arrays.asList(items));
            default -> string(value.toString());
        }
    }

    private void object(Map<?, ?> map) {
        String separator = "";
        text.append('{');
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text.append(separator);
            string(String.valueOf(entry.getKey()));
            text.append(':');
            value(entry.getValue());
            separator = ",";
        }
        text.append('}');
    }

    private void array(Iterable<?> items) {
        String separator = "";
        text.append('[');
        for (Object item : items) {
            text.append(separator);
            value(item);
            separator = ",";
        }
        text.append(']');
    }

    private void string(String value) {
        text.append('"');
        for (char c : value.toCharArray()) {
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c >= ' ' && c < 0x7f) {
                        text.append(c);
                    } else {
                        text.append("\\u").append(String.format("%04x", (int) c));
                    }
                }
            }
        }
        text.append('"');
    }
}
