package org.anabranch.spi.support;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One setting of a part, as its Metatype description declares it: range and meaning. The
 * description may end with the unit and the word {@code live} in brackets, as in {@code How long to
 * wait [ms, live]}. Immutable.
 *
 * @param key its name within the part
 * @param kind the type of its values
 * @param usual its default
 * @param least the smallest valid number
 * @param most the largest valid number
 * @param choices the valid texts; any if there are none
 * @param unit of its values, or empty
 * @param live true if a change takes effect immediately; else the part restarts
 * @param says its meaning
 */
public record Setting(
        String key,
        Kind kind,
        String usual,
        long least,
        long most,
        List<String> choices,
        String unit,
        boolean live,
        String says) {
    private static final Pattern TAIL = Pattern.compile("\\s*\\[([^\\[\\]]+)]$");
    private static final String LIVE = "live";

    /** The types of settings. */
    public enum Kind {
        /** True or false. */
        FLAG,
        /** A whole number of 32 bits. */
        INT,
        /** A whole number of 64 bits. */
        LONG,
        /** A text. */
        TEXT;

        /**
         * Returns the kind of a type.
         *
         * @param name of the type, as Java or Metatype writes it, such as {@code int} or {@code
         *     Integer}
         * @return its kind
         */
        public static Kind of(String name) {
            return switch (name.toLowerCase(Locale.ROOT)) {
                case "boolean" -> FLAG;
                case "int", "integer" -> INT;
                case "long" -> LONG;
                default -> TEXT;
            };
        }
    }

    /** Copies the choices. */
    public Setting {
        choices = List.copyOf(choices);
    }

    /**
     * Returns the setting for a Metatype description.
     *
     * @param key its name within the part
     * @param kind the type of its values
     * @param usual its default
     * @param least the smallest number, or empty
     * @param most the largest number, or empty
     * @param choices the valid texts; any if there are none
     * @param description with unit and {@code live} at the end
     * @return the setting
     */
    public static Setting described(
            String key,
            Kind kind,
            String usual,
            String least,
            String most,
            List<String> choices,
            String description) {
        Matcher tail = TAIL.matcher(description);
        List<String> words = tail.find() ? List.of(tail.group(1).split(", ")) : List.of();
        return new Setting(
                key,
                kind,
                usual,
                least.isEmpty() ? lowest(kind) : Long.parseLong(least),
                most.isEmpty() ? highest(kind) : Long.parseLong(most),
                choices,
                words.isEmpty() || words.getFirst().equals(LIVE) ? "" : words.getFirst(),
                words.contains(LIVE),
                words.isEmpty() ? description : description.substring(0, tail.start()));
    }

    private static long lowest(Kind kind) {
        return kind == Kind.INT ? Integer.MIN_VALUE : Long.MIN_VALUE;
    }

    private static long highest(Kind kind) {
        return kind == Kind.INT ? Integer.MAX_VALUE : Long.MAX_VALUE;
    }

    /**
     * Reads a value.
     *
     * @param given an object of its type, or a text
     * @return a {@code Boolean}, {@code Integer}, {@code Long} or {@code String}; null if it is out
     *     of {@link #range}
     */
    public Object read(Object given) {
        String text = given.toString().strip();
        return switch (kind) {
            case FLAG ->
                    switch (text.toLowerCase(Locale.ROOT)) {
                        case "true" -> true;
                        case "false" -> false;
                        default -> null;
                    };
            case INT, LONG -> number(text);
            case TEXT -> choices.isEmpty() ? text : choice(text);
        };
    }

    private Object number(String text) {
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException none) {
            return null;
        }
        if (value < least || value > most) {
            return null;
        }
        if (kind == Kind.INT) {
            return (int) value;
        }
        return value;
    }

    private String choice(String text) {
        return choices.stream().filter(text::equalsIgnoreCase).findFirst().orElse(null);
    }

    /** {@return the valid values, in words, such as {@code a whole number from 1 to 16}} */
    public String range() {
        return switch (kind) {
            case FLAG -> "true or false";
            case INT, LONG -> "a whole number" + bounds();
            case TEXT -> choices.isEmpty() ? "a text" : alternatives();
        };
    }

    private String bounds() {
        return least == lowest(kind) && most == highest(kind)
                ? ""
                : most == highest(kind) ? " from " + least : " from " + least + " to " + most;
    }

    private String alternatives() {
        String last = choices.getLast();
        return choices.size() == 1
                ? last
                : String.join(", ", choices.subList(0, choices.size() - 1)) + " or " + last;
    }
}
