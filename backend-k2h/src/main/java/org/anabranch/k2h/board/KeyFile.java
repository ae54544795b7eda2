package org.anabranch.k2h.board;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of lines {@code key = value}, comments that begin with {@code #}, and empty lines. Every
 * error names file, line, key, value, and the valid values. An unknown key is an error.
 */
final class KeyFile {
    private static final Pattern QUANTITY =
            Pattern.compile("([0-9]+(?:\\.[0-9]+)?(?:[eE]-?[0-9]+)?)\\s*([A-Za-z]*)");

    private record Entry(int line, String value) {}

    private final String file;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final TreeSet<String> asked = new TreeSet<>();

    KeyFile(String file, List<String> lines) {
        this.file = file;
        for (int i = 0; i < lines.size(); i++) {
            add(i + 1, lines.get(i).strip());
        }
    }

    private void add(int number, String line) {
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        int equals = line.indexOf('=');
        if (equals < 1) {
            throw new K2hException.InvalidBoard(file, number, "'" + line + "' is no 'key = value'");
        }
        String key = line.substring(0, equals).strip();
        Entry before = entries.put(key, new Entry(number, line.substring(equals + 1).strip()));
        if (before != null) {
            throw new K2hException.InvalidBoard(
                    file, number, key + " is given in line " + before.line + " already");
        }
    }

    /**
     * Returns the value of a key, or a default if it is missing; if that is null, the key is
     * required.
     */
    String text(String key, String otherwise) {
        asked.add(key);
        Entry entry = entries.get(key);
        if (entry == null && otherwise == null) {
            throw new K2hException.InvalidBoard(file, 0, key + " is missing");
        }
        return entry == null ? otherwise : entry.value;
    }

    /** Returns an integer, with a unit that multiplies it. */
    long whole(String key, long least, long most, Map<String, Double> units, Long otherwise) {
        String range = "a whole number from " + least + " to " + most;
        Double value =
                number(key, units, range, otherwise == null ? null : otherwise.doubleValue());
        if (value < least || value > most || value != Math.rint(value)) {
            throw wrong(key, range);
        }
        return value.longValue();
    }

    /** Returns a number, with a unit that multiplies it. */
    double real(
            String key, double least, double most, Map<String, Double> units, Double otherwise) {
        String range = "from " + plain(least) + " to " + plain(most);
        double value = number(key, units, range, otherwise);
        if (!(value >= least && value <= most)) {
            throw wrong(key, range);
        }
        return value;
    }

    private Double number(String key, Map<String, Double> units, String range, Double otherwise) {
        String text = text(key, otherwise == null ? null : "");
        if (!entries.containsKey(key)) {
            return otherwise;
        }
        Matcher matcher = QUANTITY.matcher(text);
        Double factor = matcher.matches() ? units.get(matcher.group(2)) : null;
        if (factor == null) {
            throw wrong(key, range + units(units));
        }
        return Double.parseDouble(matcher.group(1)) * factor;
    }

    private static String units(Map<String, Double> units) {
        List<String> names = units.keySet().stream().filter(u -> !u.isEmpty()).sorted().toList();
        return names.isEmpty() ? "" : " (units: " + String.join(", ", names) + ")";
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    /** Returns the error of a value. */
    K2hException.InvalidBoard wrong(String key, String possible) {
        Entry entry = entries.get(key);
        return entry == null
                ? new K2hException.InvalidBoard(file, 0, key + " is missing: " + possible)
                : new K2hException.InvalidBoard(
                        file, entry.line, key + " = " + entry.value + " is not " + possible);
    }

    /** Returns an error that is not due to a single key. */
    K2hException.InvalidBoard wrong(String message) {
        return new K2hException.InvalidBoard(file, 0, message);
    }

    /** Rejects keys that were not read. */
    void checkAllAsked() {
        for (Map.Entry<String, Entry> entry : entries.entrySet()) {
            if (!asked.contains(entry.getKey())) {
                throw new K2hException.InvalidBoard(
                        file,
                        entry.getValue().line,
                        entry.getKey() + " is no key; the keys are " + String.join(", ", asked));
            }
        }
    }
}
