package org.anabranch.stencil.shell;

import org.anabranch.api.ProgramException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The parsed words of a command: one file, options with a value, some repeatable, and flags. */
final class CommandWords {
    private final String command;
    private final List<String> words = new ArrayList<>();
    private final Map<String, List<String>> options = new LinkedHashMap<>();

    CommandWords(String command, String[] given, Set<String> valued, Set<String> flags) {
        this.command = command;
        for (int i = 0; i < given.length; i++) {
            String word = given[i];
            if (!word.startsWith("--")) {
                words.add(word);
                continue;
            }
            int equals = word.indexOf('=');
            String name = word.substring(2, equals < 0 ? word.length() : equals);
            if (flags.contains(name) && equals < 0) {
                options.computeIfAbsent(name, key -> new ArrayList<>()).add("");
            } else if (valued.contains(name)) {
                if (equals < 0 && i + 1 == given.length) {
                    throw complaint("option --" + name + " has no value");
                }
                String value = equals < 0 ? given[++i] : word.substring(equals + 1);
                options.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
            } else {
                throw complaint("unknown option " + word);
            }
        }
        if (words.size() != 1) {
            throw complaint("needs one description, not " + words.size());
        }
    }

    String file() {
        return words.getFirst();
    }

    boolean has(String option) {
        return options.containsKey(option);
    }

    List<String> all(String option) {
        return options.getOrDefault(option, List.of());
    }

    Optional<String> value(String option) {
        List<String> values = all(option);
        if (values.size() > 1) {
            throw complaint("option --" + option + " is given twice");
        }
        return values.stream().findFirst();
    }

    long number(String option, long otherwise, long least, long most) {
        String text = value(option).orElse(null);
        if (text == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw complaint("--" + option + " must be a whole number, not " + text);
        }
        throw complaint("--" + option + " must be from " + least + " to " + most + ", not " + text);
    }

    /** Returns numbers separated by commas. */
    List<Double> numbers(String option) {
        List<Double> numbers = new ArrayList<>();
        for (String part : value(option).orElse("").split(",")) {
            try {
                numbers.add(Double.valueOf(part.strip()));
            } catch (NumberFormatException e) {
                throw complaint("--" + option + " is a list of numbers, not '" + part + "'");
            }
        }
        return numbers;
    }

    <E extends Enum<E>> E choice(String option, E otherwise, Class<E> type) {
        String text = value(option).orElse(null);
        for (E one : type.getEnumConstants()) {
            if (text == null ? one == otherwise : one.name().equalsIgnoreCase(text)) {
                return one;
            }
        }
        throw complaint(
                "--" + option + " is one of " + List.of(type.getEnumConstants()) + ", not " + text);
    }

    /** Returns the values {@code NAME=REST} of an option, by name. */
    Map<String, String> named(String option) {
        Map<String, String> named = new LinkedHashMap<>();
        for (String word : all(option)) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw complaint("--" + option + " needs NAME=..., not " + word);
            }
            if (named.put(word.substring(0, equals), word.substring(equals + 1)) != null) {
                throw complaint("--" + option + " names an array twice: " + word);
            }
        }
        return named;
    }

    ProgramException complaint(String what) {
        return new ProgramException("stencil:" + command + ": " + what);
    }
}
