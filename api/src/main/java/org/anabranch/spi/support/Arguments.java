package org.anabranch.spi.support;

import org.anabranch.api.Job;
import org.anabranch.api.ProgramException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The arguments of a job or a command, checked: words in order, and options {@code --name value},
 * {@code --name=value}, or {@code --name} alone for a flag. Every error names the argument, and the
 * usage if there is one. Immutable.
 */
public final class Arguments {
    private final String source;
    private final String usage;
    private final List<String> words = new ArrayList<>();
    private final Map<String, List<String>> options = new LinkedHashMap<>();

    /**
     * Parses the arguments of a command. An option may be given several times.
     *
     * @param command its name, for messages
     * @param given as the user gave them
     * @param valued names of the options that take a value, without dashes
     * @param flags names of those that take none
     * @throws ProgramException if an option is unknown or without value
     */
    public Arguments(String command, List<String> given, Set<String> valued, Set<String> flags) {
        this(command, "", given, valued, flags);
    }

    private Arguments(
            String source,
            String usage,
            List<String> given,
            Set<String> valued,
            Set<String> flags) {
        this.source = source;
        this.usage = usage;
        for (int i = 0; i < given.size(); i++) {
            String argument = given.get(i);
            if (!argument.startsWith("--")) {
                words.add(argument);
                continue;
            }
            int equals = argument.indexOf('=');
            String name = argument.substring(2, equals < 0 ? argument.length() : equals);
            boolean flag = equals < 0 && flags.contains(name);
            if (!flag && !valued.contains(name)) {
                throw complaint("unknown option --" + name);
            }
            if (!flag && equals < 0 && i + 1 == given.size()) {
                throw complaint("option --" + name + " has no value");
            }
            String value = flag ? "" : equals < 0 ? given.get(++i) : argument.substring(equals + 1);
            options.computeIfAbsent(name, first -> new ArrayList<>()).add(value);
        }
    }

    /**
     * Parses the arguments of a job. Each option takes a value and is given once.
     *
     * @param job for messages
     * @param given as the user gave them
     * @param most largest number of words
     * @param known names of options, without dashes
     * @return the arguments
     * @throws ProgramException if an option is unknown, repeated or without value, or there are too
     *     many words
     */
    public static Arguments of(Job job, List<String> given, int most, String... known) {
        Arguments arguments =
                new Arguments(
                        job.name(), "; usage: " + job.usage(), given, Set.of(known), Set.of());
        arguments.options.keySet().forEach(arguments::value);
        if (arguments.words() > most) {
            throw arguments.complaint("unexpected argument " + arguments.words.get(most));
        }
        return arguments;
    }

    /** {@return the number of words} */
    public int words() {
        return words.size();
    }

    /**
     * Returns a required word.
     *
     * @param position from 0
     * @param what its meaning, for the error
     * @return the word
     * @throws ProgramException if it is missing
     */
    public String word(int position, String what) {
        if (position >= words.size()) {
            throw complaint("missing argument: " + what);
        }
        return words.get(position);
    }

    /**
     * Returns a word that is an integer.
     *
     * @param position from 0
     * @param what its meaning, for the error
     * @param otherwise the default
     * @param least smallest permitted value
     * @param most largest permitted value
     * @return the number
     * @throws ProgramException if it is no number, or not permitted
     */
    public long number(int position, String what, long otherwise, long least, long most) {
        return position < words.size() ? parse(what, words.get(position), least, most) : otherwise;
    }

    /**
     * Returns true if an option or a flag was given.
     *
     * @param option its name, without dashes
     * @return true if it was given
     */
    public boolean has(String option) {
        return options.containsKey(option);
    }

    /**
     * Returns the values of an option that may be given several times.
     *
     * @param option its name, without dashes
     * @return the values in order, none if it was not given
     */
    public List<String> all(String option) {
        return options.getOrDefault(option, List.of());
    }

    /**
     * Returns the value of an option that may be given once.
     *
     * @param option its name, without dashes
     * @return its value, empty if it was not given
     * @throws ProgramException if it was given more than once
     */
    public Optional<String> value(String option) {
        if (all(option).size() > 1) {
            throw complaint("option --" + option + " is given twice");
        }
        return all(option).stream().findFirst();
    }

    /**
     * Returns an option that is an integer.
     *
     * @param option its name, without dashes
     * @param otherwise the default
     * @param least smallest permitted value
     * @param most largest permitted value
     * @return the number
     * @throws ProgramException if it is no number, or not permitted
     */
    public long number(String option, long otherwise, long least, long most) {
        return value(option).map(text -> parse("--" + option, text, least, most)).orElse(otherwise);
    }

    /**
     * Returns an option that is a list of numbers, separated by commas.
     *
     * @param option its name, without dashes
     * @return the numbers in order
     * @throws ProgramException if one is no number, or there is none
     */
    public List<Double> numbers(String option) {
        List<Double> numbers = new ArrayList<>();
        for (String part : value(option).orElse("").split(",")) {
            try {
                numbers.add(Double.valueOf(part.strip()));
            } catch (NumberFormatException none) {
                throw complaint("--" + option + " is a list of numbers, not '" + part + "'");
            }
        }
        return numbers;
    }

    /**
     * Returns an option that is one of a few words.
     *
     * @param option its name, without dashes
     * @param allowed the words, the default first
     * @return the word
     * @throws ProgramException if it is another one
     */
    public String choice(String option, String... allowed) {
        String text = value(option).orElse(allowed[0]);
        if (!List.of(allowed).contains(text)) {
            throw complaint(
                    "--" + option + " is one of " + String.join(", ", allowed) + ", not " + text);
        }
        return text;
    }

    /**
     * Returns an option that is a constant of an enum, in letters of any case.
     *
     * @param <E> the enum
     * @param option its name, without dashes
     * @param otherwise the default
     * @return the constant
     * @throws ProgramException if it is another word
     */
    public <E extends Enum<E>> E choice(String option, E otherwise) {
        String text = value(option).orElse(otherwise.name());
        E[] all = otherwise.getDeclaringClass().getEnumConstants();
        for (E one : all) {
            if (one.name().equalsIgnoreCase(text)) {
                return one;
            }
        }
        throw complaint("--" + option + " is one of " + List.of(all) + ", not " + text);
    }

    /**
     * Returns the values {@code NAME=REST} of an option that may be given several times.
     *
     * @param option its name, without dashes
     * @return the rests by name, in order
     * @throws ProgramException if one has no name, or the name of another one
     */
    public Map<String, String> named(String option) {
        Map<String, String> named = new LinkedHashMap<>();
        for (String word : all(option)) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw complaint("--" + option + " needs NAME=..., not " + word);
            }
            if (named.put(word.substring(0, equals), word.substring(equals + 1)) != null) {
                throw complaint("--" + option + " has a name twice: " + word);
            }
        }
        return named;
    }

    /**
     * Returns an error that names the job or command, and shows its usage.
     *
     * @param message the error
     * @return the exception, to be thrown
     */
    public ProgramException complaint(String message) {
        return new ProgramException(source + ": " + message + usage);
    }

    private long parse(String what, String text, long least, long most) {
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException none) {
            throw complaint(what + " must be a whole number, not " + text);
        }
        if (value < least || value > most) {
            throw complaint(what + " must be from " + least + " to " + most + ", not " + value);
        }
        return value;
    }
}
