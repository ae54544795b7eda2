package org.anabranch.shell.commands;

import org.anabranch.shell.failure.UsageException;
import org.apache.felix.service.command.CommandSession;

import java.nio.file.Path;
import java.time.Duration;

/** Checks of the words after a command. */
public final class Words {
    private Words() {}

    /**
     * For a command that takes no words.
     *
     * @throws UsageException if there are some
     */
    public static void rejectAll(String command, String[] words) {
        if (words.length > 0) {
            throw unknown(command, words[0]);
        }
    }

    /**
     * For a command that takes words but not these.
     *
     * @throws UsageException if one looks like an option
     */
    public static void rejectOptions(String command, String[] words) {
        for (String word : words) {
            if (word.startsWith("-")) {
                throw unknown(command, word);
            }
        }
    }

    private static UsageException unknown(String command, String word) {
        return new UsageException(
                "%s does not take '%s'; 'anabranch:help %s' says what it takes"
                        .formatted(command, word, command));
    }

    /** {@return the file that a word names, relative to the current folder of a session} */
    public static Path file(CommandSession session, String word) {
        Path folder = session == null ? null : session.currentDir();
        return folder == null ? Path.of(word) : folder.resolve(word);
    }

    /**
     * A whole number.
     *
     * @throws UsageException if it is none, or below 1
     */
    public static int positive(String option, String text) {
        if (text.strip().matches("0*[1-9][0-9]{0,8}")) {
            return Integer.parseInt(text.strip());
        }
        throw new UsageException(option + " takes a whole number from 1, not '" + text + "'");
    }

    /**
     * A time in seconds.
     *
     * @throws UsageException if it is none, or outside 0.05 to 3600
     */
    public static Duration seconds(String option, String text) {
        double seconds;
        try {
            seconds = Double.parseDouble(text.strip());
        } catch (NumberFormatException none) {
            seconds = Double.NaN;
        }
        if (!(seconds >= 0.05 && seconds <= 3600)) {
            throw new UsageException(
                    option + " takes seconds from 0.05 to 3600, not '" + text + "'");
        }
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
