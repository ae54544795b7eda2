package org.anabranch.console.json;

import java.util.Map;

/**
 * A writer of maps, lists, strings, numbers and booleans as JSON; non-finite numbers become {@code
 * null}.
 */
public final class Json {
    private Json() {}

    /** {@return a value as JSON that is also safe within HTML} */
    public static String of(Object value) {
        StringBuilder text = new StringBuilder(1 << 12);
        write(text, value);
        return text.toString();
    }

    private static void write(StringBuilder text, Object value) {
        switch (value) {
            case null -> text.append("null");
            case Double number when !Double.isFinite(number) -> text.append("null");
            case Double number when number == Math.rint(number) && Math.abs(number) < 1e15 ->
                    text.append(number.longValue());
            case Number number -> text.append(number);
            case Boolean truth -> text.append(truth);
            case Map<?, ?> map -> writeMap(text, map);
            case Iterable<?> list -> writeList(text, list);
            case int[] numbers -> writeNumbers(text, numbers);
            default -> writeText(text, value.toString());
        }
    }

    private static void writeMap(StringBuilder text, Map<?, ?> map) {
        text.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text.append(separator);
            writeText(text, entry.getKey().toString());
            text.append(':');
            write(text, entry.getValue());
            separator = ",";
        }
        text.append('}');
    }

    private static void writeList(StringBuilder text, Iterable<?> list) {
        text.append('[');
        String separator = "";
        for (Object item : list) {
            text.append(separator);
            write(text, item);
            separator = ",";
        }
        text.append(']');
    }

    private static void writeNumbers(StringBuilder text, int[] numbers) {
        text.append('[');
        for (int i = 0; i < numbers.length; i++) {
            text.append(i == 0 ? "" : ",").append(numbers[i]);
        }
        text.append(']');
    }

    private static void writeText(StringBuilder text, String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < 0x20 || c == '<' || c == '>' || c == '&' || c >= 0x7f) {
                text.append("\\u").append(String.format("%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
