package org.anabranch.examples.job;

import org.anabranch.api.Job;
import org.anabranch.api.ProgramException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments of a job, checked: words in order, and options {@code --name value} or {@code
 * --name=value}. Every complaint names the argument and shows the usage. Immutable.
 */
public final class JobArguments {
    private final Job job;
    private final List<String> words = new ArrayList<>();
    private final Map<String, String> options = new LinkedHashMap<>();

    /**
     * Sorts the arguments.
     *
     * @param job for messages
     * @param given as the user gave them
     * @param most how many words there may be
     * @param known names of options, without dashes
     * @throws ProgramException if an option is unknown, doubled or without value, or there are too
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
     * A word that must be there.
     *
     * @param position from 0
     * @param what what it is, for the complaint
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
     * A word that is a whole number.
     *
     * @param position from 0
     * @param what what it is, for the complaint
     * @param otherwise its value if it is not there
     * @param least smallest value allowed
     * @param most largest value allowed
     * @return the number
     * @throws ProgramException if it is no number, or not allowed
     */
    public long number(int position, String what, long otherwise, long least, long most) {
        return position < words.size() ? parse(what, words.get(position), least, most) : otherwise;
    }

    /**
     * An option that is a whole number.
     *
     * @param option its name, without dashes
     * @param otherwise its value if it is not there
     * @param least smallest value allowed
     * @param most largest value allowed
     * @return the number
     * @throws ProgramException if it is no number, or not allowed
     */
    public long number(String option, long otherwise, long least, long most) {
        String text = options.get(option);
        return text == null ? otherwise : parse("--" + option, text, least, most);
    }

    /**
     * An option that is any text, and was given.
     *
     * @param option its name, without dashes
     * @return what was given
     */
    public String text(String option) {
        return options.get(option);
    }

    /**
     * An option that is one of a few words.
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
     * Asks for an option.
     *
     * @param option its name, without dashes
     * @return whether it was given
     */
    public boolean has(String option) {
        return options.containsKey(option);
    }

    /**
     * Makes an error that shows the usage.
     *
     * @param message what is wrong
     * @return the error, to be thrown
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
