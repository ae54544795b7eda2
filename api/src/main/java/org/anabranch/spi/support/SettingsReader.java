package org.anabranch.spi.support;

import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Reads the settings of one part, with their ranges. The property {@code anabranch.<part>.<key>} of
 * the framework or the virtual machine wins over the configuration with the PID {@code
 * org.anabranch.<part>}; what neither names has its default.
 *
 * <p>A value of another type or outside of its range is refused in one line of the log, which names
 * the PID, the key, the value and the range; the value that the caller names instead stays. For one
 * thread.
 */
public final class SettingsReader {
    private static final String PREFIX = "anabranch.";

    private final String part;
    private final Map<String, ?> configured;
    private final UnaryOperator<String> properties;
    private final Set<String> known = new TreeSet<>();

    /**
     * Reads nothing yet.
     *
     * @param part such as {@code scheduler}
     * @param configured by key, as Configuration Admin or DS gives it
     * @param properties gives the property of a name, or null: {@code System::getProperty}, or in a
     *     framework {@code context::getProperty}
     */
    public SettingsReader(
            String part, Map<String, ?> configured, UnaryOperator<String> properties) {
        this.part = part;
        this.configured = configured;
        this.properties = properties;
    }

    /**
     * A whole number.
     *
     * @param key of the setting
     * @param least the smallest value that is taken
     * @param most the largest value that is taken
     * @param usual what holds if nothing is set
     * @param kept what holds if the value is refused
     * @return the value
     */
    public long number(String key, long least, long most, long usual, long kept) {
        return read(
                key,
                "a whole number from " + least + " to " + most,
                text -> {
                    long value = Long.parseLong(text);
                    return value < least || value > most ? null : value;
                },
                usual,
                kept);
    }

    /**
     * Yes or no.
     *
     * @param key of the setting
     * @param usual what holds if nothing is set
     * @param kept what holds if the value is refused
     * @return the value
     */
    public boolean flag(String key, boolean usual, boolean kept) {
        return read(
                key,
                "true or false",
                text ->
                        switch (text.toLowerCase(Locale.ROOT)) {
                            case "true" -> true;
                            case "false" -> false;
                            default -> null;
                        },
                usual,
                kept);
    }

    private <T> T read(String key, String range, Function<String, T> parse, T usual, T kept) {
        known.add(key);
        String name = PREFIX + part + "." + key;
        String property = properties.apply(name);
        Object value = property != null ? property : configured.get(key);
        if (value == null) {
            return usual;
        }
        T taken = null;
        try {
            taken = parse.apply(value.toString().trim());
        } catch (NumberFormatException none) {
            taken = null;
        }
        if (taken != null) {
            return taken;
        }
        warn(
                (property != null ? "property " + name : "org." + PREFIX + part + ": " + key)
                        + " = "
                        + value
                        + " is refused: it must be "
                        + range
                        + "; "
                        + kept
                        + " stays");
        return kept;
    }

    /**
     * Says which configured keys nobody has read, as they are misspelt. Names with a dot belong to
     * the framework.
     */
    public void refuseOthers() {
        String others =
                configured.keySet().stream()
                        .filter(key -> !known.contains(key) && key.indexOf('.') < 0)
                        .sorted()
                        .collect(Collectors.joining(", "));
        if (!others.isEmpty()) {
            warn(
                    "org.%s%s: there is no setting %s; there are %s"
                            .formatted(PREFIX, part, others, String.join(", ", known)));
        }
    }

    private void warn(String line) {
        BackendLog.say("org." + PREFIX + part, Level.WARNING, line, null);
    }
}
