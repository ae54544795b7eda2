package org.anabranch.shell.failure;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.ProgramException;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.spi.support.ForeignThrowables;

import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The end of a failed command, for a process that must return a status.
 *
 * @param status 1 for a failure, 2 for words that cannot be used, 130 for a cancelled command
 * @param line the reason in one line
 */
public record Failure(int status, String line) {
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    public static final int CANCELLED = 130;
    private static final Pattern UNKNOWN = Pattern.compile("^Command not found: (.*)$");
    private static final Set<String> GOGO_USAGE =
            Set.of("CommandNotFoundException", "SyntaxError", "EOFError");

    public static Failure of(Throwable thrown) {
        Throwable cause = ForeignThrowables.cause(thrown);
        if (thrown instanceof InvocationTargetException && cause != null) {
            return of(cause);
        }
        if (isCoercion(thrown)) {
            return new Failure(
                    USAGE,
                    "the command does not take these words; 'help' and its name say what it takes");
        }
        if (thrown instanceof JobCancelledException) {
            return new Failure(CANCELLED, text(thrown));
        }
        if (thrown instanceof InterruptedException || thrown instanceof CancellationException) {
            return new Failure(CANCELLED, "cancelled");
        }
        if (UNKNOWN.matcher(String.valueOf(text(thrown))).matches()) {
            return new Failure(USAGE, plain(text(thrown), word -> false));
        }
        boolean usage =
                isGogoUsage(thrown)
                        || thrown instanceof UsageException
                        || thrown instanceof ProgramException
                        || thrown instanceof UnknownDomainException;
        return usage ? new Failure(USAGE, message(thrown)) : new Failure(FAILED, sentence(thrown));
    }

    /**
     * {@return the message; Gogo's message for an unknown command is replaced}
     *
     * @param isJob returns true if a word is the name of a job
     */
    public static String plain(String message, Predicate<String> isJob) {
        Matcher unknown = UNKNOWN.matcher(message);
        if (!unknown.matches()) {
            return message;
        }
        String word = unknown.group(1);
        return isJob.test(word)
                ? noCommand(word)
                : "no command '" + word + "'; 'help' lists the commands";
    }

    /** {@return the message for a user who enters a job as a command} */
    public static String noCommand(String job) {
        return "no command '%s', but a job: 'run %s' starts it, 'run %s --help' says what it takes"
                .formatted(job, job, job);
    }

    /** {@return the command that is not there, where that is the failure} */
    public static Optional<String> unknownCommand(Throwable thrown) {
        Matcher unknown = UNKNOWN.matcher(String.valueOf(text(thrown)));
        return unknown.matches() ? Optional.of(unknown.group(1)) : Optional.empty();
    }

    /** By name, since Gogo keeps these types to itself. */
    private static boolean isGogoUsage(Throwable thrown) {
        Throwable inner = thrown instanceof EOFException ? ForeignThrowables.cause(thrown) : thrown;
        return inner != null && GOGO_USAGE.contains(inner.getClass().getSimpleName());
    }

    /** Gogo found no method for the words: an option lacks its value, for instance. */
    private static boolean isCoercion(Throwable thrown) {
        return thrown instanceof IllegalArgumentException
                && text(thrown) != null
                && text(thrown).startsWith("Cannot coerce");
    }

    /**
     * {@return the message, and that of the root cause where it adds information, without line
     * breaks}
     */
    public static String sentence(Throwable thrown) {
        String own = message(thrown);
        Throwable root = ForeignThrowables.chain(thrown).getLast();
        String cause = message(root);
        boolean said = own.contains(cause) || root instanceof IOException && isIn(own, root);
        return said ? own : own + " (" + cause + ")";
    }

    /**
     * Returns true if the message contains the root cause's. Messages of the file system are clear
     * without the name of their exception.
     */
    private static boolean isIn(String own, Throwable root) {
        return text(root) != null && own.contains(text(root).strip());
    }

    private static String text(Throwable thrown) {
        return ForeignThrowables.message(thrown);
    }

    private static String message(Throwable thrown) {
        String text = text(thrown);
        if (text == null || text.isBlank()) {
            return thrown.getClass().getSimpleName();
        }
        String line = text.strip().replaceAll("\\s*\\R\\s*", " | ");
        if (thrown instanceof FileSystemException file && isOfJdk(file)) {
            return file(file, line);
        }
        boolean plain = thrown instanceof AnabranchException || isGogoUsage(thrown);
        return plain ? line : thrown.getClass().getSimpleName() + ": " + line;
    }

    /** Returns true if the class is the JDK's: getters of other classes are foreign code. */
    private static boolean isOfJdk(FileSystemException thrown) {
        return thrown.getClass().getModule() == FileSystemException.class.getModule();
    }

    /** Adds the reason to a message that is but the name of the file. */
    private static String file(FileSystemException thrown, String message) {
        if (thrown.getReason() != null) {
            return message;
        }
        String reason =
                switch (thrown) {
                    case NoSuchFileException _ -> "there is no such file or folder";
                    case AccessDeniedException _ -> "that is not permitted";
                    case FileAlreadyExistsException _ -> "it is there already";
                    default -> thrown.getClass().getSimpleName();
                };
        return message + ": " + reason;
    }
}
