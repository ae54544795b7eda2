package org.anabranch.spi.support;

import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A writer of JSON (RFC 8259) in ASCII only, so that it does not depend on the locale. */
public final class Json {
    private final StringBuilder text = new StringBuilder();

    private Json() {}

    /**
     * Returns one line of JSON.
     *
     * @param value null, a {@code Boolean}, {@code Number}, {@code Map}, {@code Iterable}, array or
     *     public record, whose components become an object; anything else becomes a string. Numbers
     *     that JSON does not have (NaN, infinities) become null
     * @return the text
     */
    public static String of(Object value) {
        Json json = new Json();
        json.value(value);
        return json.text.toString();
    }

    /**
     * Returns one line of JSON that is also safe within HTML: no text can be taken for a tag.
     *
     * @param value as for {@link #of}
     * @return the text
     */
    public static String inHtml(Object value) {
        return of(value) // these characters occur in strings only
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026");
    }

    /**
     * Returns the components of a record, as a map that the caller may change. A component {@code
     * xNanos} becomes {@code xSeconds}, in seconds.
     *
     * @param row a public record
     * @return the values by name, in the order of the components
     */
    public static Map<String, Object> row(Record row) {
        Map<String, Object> named = new LinkedHashMap<>();
        components(row)
                .forEach(
                        (name, value) -> {
                            if (name.endsWith("Nanos") && value instanceof Long nanos) {
                                named.put(name.replaceFirst("Nanos$", "Seconds"), nanos / 1e9);
                            } else {
                                named.put(name, value);
                            }
                        });
        return named;
    }

    private void value(Object value) {
        switch (value) {
            case null -> text.append("null");
            case Boolean truth -> text.append(truth.booleanValue());
            case Double number when !Double.isFinite(number) -> text.append("null");
            case Float number when !Float.isFinite(number) -> text.append("null");
            case Number number -> text.append(number);
            case Map<?, ?> map -> object(map);
            case Record row -> object(components(row));
            case Iterable<?> items -> array(items);
            case Object items when items.getClass().isArray() -> array(elements(items));
            default -> string(value.toString());
        }
    }

    private static Map<String, Object> components(Record row) {
        Map<String, Object> components = new LinkedHashMap<>();
        for (RecordComponent component : row.getClass().getRecordComponents()) {
            try {
                components.put(component.getName(), component.getAccessor().invoke(row));
            } catch (ReflectiveOperationException hidden) {
                throw new IllegalArgumentException(
                        row.getClass() + " is not a public record", hidden);
            }
        }
        return components;
    }

    private static List<Object> elements(Object array) {
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < Array.getLength(array); i++) {
            elements.add(Array.get(array, i));
        }
        return elements;
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
