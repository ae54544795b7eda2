package org.anabranch.shell.terminal;

import org.anabranch.shell.failure.LeaveException;
import org.anabranch.shell.jobs.RunningJob;
import org.anabranch.shell.output.PlainErrors;
import org.apache.felix.gogo.jline.Expander;
import org.apache.felix.gogo.jline.Highlighter;
import org.apache.felix.gogo.jline.Parser;
import org.apache.felix.gogo.jline.Shell;
import org.apache.felix.gogo.runtime.CommandSessionImpl;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.apache.felix.service.command.Job;
import org.jline.reader.Completer;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.LineReaderImpl;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;

import java.io.IOError;
import java.io.IOException;
import java.io.PrintStream;

/**
 * The shell at a terminal: line editing, history and completion by JLine. Ctrl-C clears the line at
 * the prompt; while a command runs it cancels the command. Ctrl-D at an empty line leaves.
 */
public final class TerminalShell {
    private static final int USUAL_WIDTH = 80;

    /** The status of a process that the signal ends. */
    private static final int HUNG_UP = 129;

    private final CommandProcessor processor;
    private final java.util.function.Function<CommandSession, Completer> completer;

    private final Generation generation;

    TerminalShell(
            CommandProcessor processor,
            java.util.function.Function<CommandSession, Completer> completer,
            Generation generation) {
        this.processor = processor;
        this.completer = completer;
        this.generation = generation;
    }

    /** {@return the status that the user left with} */
    public int run(SessionSetup setup) throws Exception {
        boolean watched = HangUpWatch.isThere();
        try {
            return session(setup);
        } catch (Exception | Error failure) {
            if (watched && HangUpWatch.isGone()) {
                return HUNG_UP; // whatever failed, that is why
            }
            throw failure;
        }
    }

    private int session(SessionSetup setup) throws Exception {
        boolean left = generation.left(Generation.TERMINAL) instanceof Terminal;
        Terminal terminal = left ? (Terminal) generation.taken(Generation.TERMINAL) : open();
        int status = Generation.NEXT;
        try {
            status = session(setup, terminal, left);
        } finally {
            if (status == Generation.NEXT) {
                generation.leave(Generation.TERMINAL, terminal);
            } else {
                terminal.close();
            }
        }
        return status;
    }

    private int session(SessionSetup setup, Terminal terminal, boolean left) throws Exception {
        PromptOutput out = new PromptOutput(terminal.output());
        PlainErrors err =
                new PlainErrors(
                        new PromptOutput(terminal.output()),
                        word -> setup.jobs().names().contains(word));
        CommandSession session =
                left
                        ? (CommandSession) generation.taken(Generation.SESSION)
                        : processor.createSession(terminal.input(), out, err);
        int status = Generation.NEXT;
        try {
            OpenChannel.use(session, out, err);
            session.put(Shell.VAR_TERMINAL, terminal);
            session.put("#COLUMNS", (Function) (s, arguments) -> width(terminal));
            session.put("#LINES", (Function) (s, arguments) -> terminal.getHeight());
            setup.apply(session, left);
            LineReader reader = reader(terminal, session, left);
            session.put(Shell.VAR_READER, reader);
            terminal.handle(Signal.INT, signal -> interrupt(session));
            status = new Prompt(terminal, reader, session, generation).run(left);
            generation.leave(Generation.READER, reader);
        } finally {
            if (status == Generation.NEXT) {
                generation.leave(Generation.SESSION, session);
            } else {
                session.close();
                out.close();
            }
        }
        return status;
    }

    /** A terminal that does not say how wide it is has the width that they mostly have. */
    private static int width(Terminal terminal) {
        return terminal.getWidth() > 0 ? terminal.getWidth() : USUAL_WIDTH;
    }

    /** JLine looks for its terminals through the thread's class loader. */
    private static Terminal open() throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(TerminalBuilder.class.getClassLoader());
        try {
            return TerminalBuilder.builder()
                    .name("anabranch")
                    .system(true)
                    .dumb(true)
                    .nativeSignals(true)
                    .signalHandler(Terminal.SignalHandler.SIG_IGN)
                    .build();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private LineReader reader(Terminal terminal, CommandSession session, boolean left) {
        if (left && generation.taken(Generation.READER) instanceof LineReaderImpl before) {
            before.setCompleter(completer.apply(session));
            return before;
        }
        LineReader reader =
                LineReaderBuilder.builder()
                        .appName("anabranch")
                        .terminal(terminal)
                        .variables(((CommandSessionImpl) session).getVariables())
                        .variable(LineReader.HISTORY_FILE, HistoryFile.place())
                        .history(new HistoryFile())
                        .variable(LineReader.SECONDARY_PROMPT_PATTERN, "> ")
                        .completer(completer.apply(session))
                        .highlighter(new Highlighter(session))
                        .parser(new Parser())
                        .expander(new Expander(session))
                        .build();
        reader.setOpt(LineReader.Option.AUTO_FRESH_LINE);
        reader.setOpt(LineReader.Option.DISABLE_EVENT_EXPANSION);
        reader.setOpt(LineReader.Option.HISTORY_IGNORE_DUPS);
        return reader;
    }

    private static void interrupt(CommandSession session) {
        Job job = session.foregroundJob();
        if (job != null && !RunningJob.cancel(session)) {
            job.interrupt();
        }
    }

    /** The loop of one terminal. */
    private static final class Prompt {
        private final Terminal terminal;
        private final LineReader reader;
        private final CommandSession session;
        private final PrintStream out;
        private final CommandLine commands;
        private final Generation generation;

        Prompt(
                Terminal terminal,
                LineReader reader,
                CommandSession session,
                Generation generation) {
            this.generation = generation;
            this.terminal = terminal;
            this.reader = reader;
            this.session = session;
            this.out = new PrintStream(terminal.output(), true, terminal.encoding());
            this.commands =
                    new CommandLine(
                            session,
                            out,
                            new PrintStream(new LinesAbove(this::above), true, terminal.encoding()),
                            generation);
        }

        /**
         * Runs lines until the user leaves.
         *
         * @param goesOn true if the user has been greeted
         */
        int run(boolean goesOn) {
            try (ConsoleLog _ = new ConsoleLog(this::above);
                    HangUpWatch _ = new HangUpWatch(reader, () -> System.exit(HUNG_UP))) {
                if (!goesOn) {
                    out.println("Anabranch: 'help' lists the commands, 'exit' or Ctrl-D leaves.");
                }
                String rest = generation.takenRest();
                if (rest != null) {
                    commands.program(rest);
                }
                while (true) {
                    String line = read();
                    if (line == null) {
                        return 0;
                    }
                    commands.program(line);
                }
            } catch (LeaveException leave) {
                return leave.status();
            }
        }

        /** {@return the next line, empty after Ctrl-C, null at the end} */
        private String read() {
            try {
                return reader.readLine(String.valueOf(session.get("prompt")));
            } catch (UserInterruptException cleared) {
                return "";
            } catch (EndOfFileException end) {
                return null;
            } catch (IOError gone) {
                throw new LeaveException(HUNG_UP);
            }
        }

        /** Prints a line that comes from elsewhere; a line being edited stays as it is below. */
        private void above(String line) {
            if (reader.isReading()) {
                reader.printAbove(line);
            } else {
                terminal.writer().println(line);
                terminal.flush();
            }
        }
    }
}
