package org.anabranch.shell.terminal;

import org.anabranch.shell.commands.CommandDirectory;
import org.anabranch.shell.commands.HelpCommand;
import org.anabranch.shell.commands.JobDirectory;
import org.anabranch.shell.failure.AbsentException;
import org.anabranch.shell.failure.Failure;
import org.anabranch.shell.failure.LeaveException;
import org.anabranch.shell.output.Listing;
import org.anabranch.shell.output.Screen;
import org.anabranch.shell.output.Wording;
import org.anabranch.spi.support.ForeignThrowables;
import org.apache.felix.gogo.runtime.Closure;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.apache.felix.service.command.Function;
import org.apache.felix.service.command.Job;
import org.apache.felix.service.command.Result;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An interpreter of programs in Gogo's language, which works as a Unix shell does: statement by
 * statement, each result printed where its output goes, each failure as a sentence, with a status.
 */
public final class CommandLine {
    private static final Pattern COERCION = Pattern.compile("^Cannot coerce (\\w+)\\(");
    private final Generation generation;
    private final CommandSession session;
    private final PrintStream out;
    private final PrintStream err;

    /** The result of the last statement run in the foreground; Gogo does not return its status. */
    private final AtomicReference<Result> last = new AtomicReference<>();

    /** Jobs whose failure is to be shown with where it was thrown. */
    private final Set<Integer> tracedJobs = ConcurrentHashMap.newKeySet();

    private volatile boolean traced;
    private boolean thrown;

    /** A shell that has one generation. */
    public CommandLine(CommandSession session, PrintStream out, PrintStream err) {
        this(session, out, err, new Generation());
    }

    CommandLine(CommandSession session, PrintStream out, PrintStream err, Generation generation) {
        this.generation = generation;
        this.session = session;
        this.out = out;
        this.err = err;
        session.setJobListener(this::changed);
    }

    private void changed(Job job, Job.Status before, Job.Status now) {
        if (job.parent() != null) {
            return;
        }
        if (now != Job.Status.Done) {
            if (before == Job.Status.Created && traced) {
                tracedJobs.add(job.id()); // the calling thread is the one that starts it
            }
            return;
        }
        var result = job.result();
        if (before == Job.Status.Background) {
            report(job, result);
        } else {
            tracedJobs.remove(job.id());
            last.set(result);
        }
    }

    private void report(Job job, Result result) {
        String name = "[" + job.id() + "] " + String.valueOf(job.command()).strip();
        boolean withTrace = tracedJobs.remove(job.id());
        if (withTrace && result.exception() != null) {
            print(result.exception());
        }
        if (result.exception() != null) {
            err.println(name + ": error: " + line(result.exception()));
        } else if (result.error() != 0) {
            err.println(name + ": ended with status " + result.error());
        } else {
            err.println(name + ": done");
        }
    }

    /**
     * Runs {@code -c} and a program, or a command of ours and its words, which reach it as they
     * are.
     *
     * @return the status
     */
    public int run(List<String> words) {
        if (words.getFirst().equals("-c")) {
            return program(words.get(1));
        }
        List<Object> arguments = new ArrayList<>(words.subList(1, words.size()));
        traced = arguments.removeIf(ShellStatement.TRACE::equals);
        try {
            if (!(session.get("anabranch:" + words.getFirst()) instanceof Function command)) {
                throw new AbsentException(
                        "the command anabranch:"
                                + words.getFirst()
                                + " is not there; is its bundle active?");
            }
            print(command.execute(session, arguments), null);
            return 0;
        } catch (LeaveException leave) {
            throw leave;
        } catch (Throwable failure) {
            return failed(failure);
        }
    }

    /**
     * Runs a program to its end, or to the first statement that throws.
     *
     * @return the status of the last statement run
     * @throws LeaveException if a statement asks for the end of the shell, or the next generation
     *     of the shell is to run the rest
     */
    public int program(String text) {
        int status = 0;
        thrown = false;
        traced = false;
        try {
            for (ShellStatement statement : ShellStatement.of(text)) {
                generation.leaveRest(text.substring(statement.start()));
                last.set(null);
                traced = statement.traced();
                Object result = session.execute(statement.text());
                session.put("_", result);
                print(result, statement);
                var ended = last.get();
                status = ended == null ? 0 : ended.error();
                if (session.get(Closure.PIPE_EXCEPTION) instanceof Exception lost) {
                    status = Failure.of(lost.getSuppressed()[0]).status();
                    if (traced) {
                        Stream.of(lost.getSuppressed()).forEach(this::print);
                    }
                }
            }
            return status;
        } catch (LeaveException leave) {
            throw leave;
        } catch (Throwable failure) {
            thrown = true;
            session.put("exception", failure);
            return failed(failure);
        }
    }

    /** {@return true if the last program ended with an exception} */
    public boolean hasThrown() {
        return thrown;
    }

    private void print(Object result, ShellStatement statement) throws Exception {
        if (result == null) {
            return;
        }
        if (statement == null || statement.target() == null) {
            Object said = result instanceof String text ? fitted(text) : result;
            out.println(session.format(said, Converter.INSPECT));
        } else if (result instanceof Listing<?> listing) {
            statement.append(session, listing.toString().stripTrailing());
        } else {
            statement.append(session, session.format(result, Converter.INSPECT));
        }
    }

    /** Prints the trace of an exception of any command. */
    private void print(Throwable thrown) {
        Throwable printable = ForeignThrowables.printable(thrown);
        if (printable != null) {
            printable.printStackTrace(err);
        }
    }

    private int failed(Throwable failing) {
        Failure failure = Failure.of(failing);
        if (traced) {
            print(failing);
        }
        err.println("error: " + usage(failing).orElseGet(() -> line(failing)));
        return failure.status();
    }

    private String line(Throwable failing) {
        return Failure.unknownCommand(failing)
                .filter(word -> JobDirectory.isJob(session, word))
                .map(Failure::noCommand)
                .orElseGet(() -> Failure.of(failing).line());
    }

    /** Breaks the output of a command between words, on a terminal. */
    private String fitted(String text) {
        Screen screen = Screen.of(session);
        return screen.isTerminal() ? Wording.fitted(text, screen.columns()) : text;
    }

    /** Gogo found no method for the words: an option lacks its value, for instance. */
    private Optional<String> usage(Throwable thrown) {
        Matcher coercion = COERCION.matcher(String.valueOf(ForeignThrowables.message(thrown)));
        if (!coercion.find()) {
            return Optional.empty();
        }
        CommandDirectory commands = new CommandDirectory(session, null);
        return commands.find(coercion.group(1))
                .map(
                        name ->
                                coercion.group(1)
                                        + " does not take these words; it takes: "
                                        + HelpCommand.synopsis(commands, name));
    }
}
