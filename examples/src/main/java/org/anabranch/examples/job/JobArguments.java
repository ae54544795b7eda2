package org.anabranch.examples.job;

import org.anabranch.api.Job;
import org.anabranch.api.ProgramException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments of a job, checked: words in order, and options {@code --name value} or {@code
 * --name=value}. Every error names the argument and shows the usage. Immutable.
 */
public final class JobArguments {
    private final Job job;
    private final List<String> words = new ArrayList<>();
    private final Map<String, String> options = new LinkedHashMap<>();

    /**
     * Parses the arguments.
     *
     * @param job for messages
     * @param given as the user gave them
     * @param most largest number of words
     * @param known names of options, without dashes
     * @throws ProgramException if an option is unknown, repeated or without value, or there are too
     *     many words
     */
    public JobArguments(Job job, List<String> given, int most, String... known) {
        this.job = job;
        List<String> names = List.of(known);
        for (int i = 0; i < given.size(); i++) {
            String argument = given.get(i);
            if (!argument.startsWith("--")) {
                words.add(argument);
                continue;
            }
            int equals = argument.indexOf('=');
            String name = argument.substring(2, equals < 0 ? argument.length() : equals);
            if (!names.contains(name)) {
                throw complaint("unknown option --" + name);
            }
            if (equals < 0 && i + 1 == given.size()) {
                throw complaint("option --" + name + " has no value");
            }
            String value = equals < 0 ? given.get(++i) : argument.substring(equals + 1);
            if (options.put(name, value) != null) {
                throw complaint("option --" + name + " is given twice");
            }
        }
        if (words.size() > most) {
            throw complaint("unexpected argument " + words.get(most));
        }
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
        String text = options.get(option);
        return text == null ? otherwise : parse("--" + option, text, least, most);
    }

    /**
     * Returns the text of an option that was given.
     *
     * @param option its name, without dashes
     * @return its value
     */
    public String text(String option) {
        return options.get(option);
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
        String text = options.getOrDefault(option, allowed[0]);
        if (!List.of(allowed).contains(text)) {
            throw complaint(
                    "--" + option + " is one of " + String.join(", ", allowed) + ", not " + text);
        }
        return text;
    }

    /**
     * Returns true if an option was given.
     *
     * @param option its name, without dashes
     * @return true if it was given
     */
    public boolean has(String option) {
        return options.containsKey(option);
    }

    /**
     * Returns an error that shows the usage.
     *
     * @param message the error
     * @return the exception, to be thrown
     */
    public ProgramException complaint(String message) {
        return new ProgramException(job.name() + ": " + message + "; usage: " + job.usage());
    }

    private long parse(String what, String text, long least, long most) {
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw complaint(what + " must be a whole number, not " + text);
        }
        if (value < least || value > most) {
            throw complaint(what + " must be from " + least + " to " + most + ", not " + value);
        }
        return value;
    }
}
