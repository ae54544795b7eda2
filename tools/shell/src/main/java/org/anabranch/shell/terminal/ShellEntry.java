package org.anabranch.shell.terminal;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Monitor;
import org.anabranch.events.RunRecorder;
import org.anabranch.shell.commands.CommandDirectory;
import org.anabranch.shell.commands.JobDirectory;
import org.anabranch.shell.failure.Failure;
import org.anabranch.shell.failure.LeaveException;
import org.anabranch.shell.jobs.RunningJob;
import org.anabranch.shell.output.PlainErrors;
import org.anabranch.shell.output.Screen;
import org.anabranch.spi.NamedDevices;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Job;
import org.jline.reader.Completer;
import org.jline.utils.Signals;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PushbackInputStream;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * The shell as the process that starts the product calls it: with the words of its command line it
 * runs what they say, without words it reads from the terminal or, if there is none, from standard
 * input. It gives the exit status, or {@link Generation#NEXT} if the bundle was refreshed
 * meanwhile: then the caller calls the next one with the same map. It gives {@link
 * Generation#SERVE} if there is a page and standard input has no line: a service has none.
 */
@Component(service = ToIntFunction.class, property = "anabranch.entry=shell")
public final class ShellEntry implements ToIntFunction<Map<String, Object>> {
    private static final String WORDS = "words";
    private static final String INTERACTIVE = "anabranch.interactive";
    private static final String PAGE = "anabranch.web";

    private final BundleContext context;
    private final CommandProcessor processor;
    private final JobDirectory jobs;
    private final Generation generation;

    /**
     * Starts.
     *
     * @param context of this bundle
     * @param processor that runs commands
     * @param jobs of all bundles
     */
    @Activate
    public ShellEntry(
            BundleContext context,
            @Reference CommandProcessor processor,
            @Reference JobDirectory jobs) {
        this.jobs = jobs;
        this.context = context;
        this.processor = processor;
        this.generation = new Generation(context);
    }

    @Deactivate
    void deactivate() {
        generation.end();
    }

    /** The first time, what runs is cancelled; when that was done or is not possible, all ends. */
    private static void interrupt(CommandSession session) {
        Job job = session.foregroundJob();
        if (RunningJob.cancel(session)) {
            return;
        }
        if (job != null) {
            job.interrupt();
        }
        if (RunningJob.isCancelled(session)) {
            System.setProperty("anabranch.end.at.once", "true"); // the user has asked twice
        }
        Thread.ofPlatform().start(() -> System.exit(Failure.CANCELLED));
    }

    private Completer completer(CommandSession session) {
        CommandDirectory commands = new CommandDirectory(session, context);
        return new ShellCompleter(
                commands::names,
                name -> commands.find(name).map(commands::options).orElse(List.of()),
                name -> commands.find(name).map(commands::firstWords).orElse(List.of()),
                jobs::names,
                () -> Stream.concat(domains(), named()).distinct().toList());
    }

    private Stream<String> domains() {
        return services(Monitor.class)
                .flatMap(monitor -> monitor.domains().stream())
                .flatMap(report -> Stream.of(report.domain().id(), report.domain().kind()));
    }

    private Stream<String> named() {
        return services(NamedDevices.class)
                .flatMap(
                        devices ->
                                Stream.concat(Stream.of(devices.kind()), devices.ids().stream()));
    }

    private <T> Stream<T> services(Class<T> type) {
        try {
            return context.getServiceReferences(type, null).stream()
                    .map(context::getService)
                    .filter(service -> service != null);
        } catch (InvalidSyntaxException impossible) {
            throw new IllegalStateException(impossible);
        } catch (IllegalStateException stopped) {
            return Stream.empty(); // the bundle has gone, and its successor is asked
        }
    }

    private static int written(StandardOutput out, PrintStream err, int status) {
        if (out.loss().isEmpty() || status == Generation.NEXT) {
            return status;
        }
        err.println("error: standard output cannot be written: " + out.loss().get());
        return status == 0 ? Failure.FAILED : status;
    }

    /**
     * Runs.
     *
     * @param talk the words of the command line under "words"; what one generation leaves to the
     *     next is in it, too
     */
    @Override
    public int applyAsInt(Map<String, Object> talk) {
        generation.begin(talk);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true);
        int status =
                generation.taken(Generation.STATUS) instanceof Integer ended
                        ? ended
                        : run((String[]) talk.get(WORDS), err);
        if (status != Generation.NEXT && generation.isOver()) {
            generation.leave(Generation.STATUS, status); // and the end of the trace
            status = Generation.NEXT;
        }
        return status == Generation.NEXT || status == Generation.SERVE
                ? status
                : traced(status, err);
    }

    private int traced(int status, PrintStream err) {
        try {
            services(RunRecorder.class)
                    .flatMap(recorder -> recorder.endTrace().stream())
                    .forEach(err::println);
            return status;
        } catch (AnabranchException unwritten) {
            err.println("error: " + Failure.of(unwritten).line());
            return status == 0 ? Failure.FAILED : status;
        }
    }

    private int run(String[] words, PrintStream err) {
        SessionSetup setup = new SessionSetup(context, jobs);
        try {
            return words.length == 0 && Boolean.parseBoolean(context.getProperty(INTERACTIVE))
                    ? new TerminalShell(processor, this::completer, generation).run(setup)
                    : plain(words, setup, err);
        } catch (LeaveException leave) {
            return leave.status();
        } catch (Exception failure) {
            err.println("error: " + Failure.sentence(failure));
            return Failure.FAILED;
        }
    }

    /** Without a terminal. */
    private int plain(String[] words, SessionSetup setup, PrintStream err) throws Exception {
        // not System.in: Gogo has put itself in its place, and would feed a session from itself
        InputStream in = new FileInputStream(FileDescriptor.in);
        StandardOutput standard = new StandardOutput();
        PrintStream out = new PrintStream(standard, true);
        PlainErrors plain = new PlainErrors(err, word -> jobs.names().contains(word));
        boolean left = generation.left(Generation.SESSION) instanceof CommandSession;
        CommandSession session =
                left
                        ? (CommandSession) generation.taken(Generation.SESSION)
                        : processor.createSession(in, out, plain);
        int status = Generation.NEXT;
        try {
            OpenChannel.use(session, out, plain);
            session.put(Screen.COLUMNS, context.getProperty("anabranch.columns"));
            setup.apply(session, left);
            Signals.register("INT", () -> interrupt(session));
            status = plain(words, in, new CommandLine(session, out, err, generation), err);
        } catch (LeaveException leave) {
            status = leave.status();
        } finally {
            if (status == Generation.NEXT) {
                generation.leave(Generation.SESSION, session);
            } else {
                session.close();
            }
        }
        return written(standard, err, status);
    }

    private int plain(String[] words, InputStream in, CommandLine commands, PrintStream err)
            throws IOException {
        String rest = generation.takenRest();
        if (words.length == 0) {
            PushbackInputStream script = new PushbackInputStream(in);
            boolean page = context.getProperty(PAGE) != null;
            return page && rest == null && isEmpty(script)
                    ? Generation.SERVE
                    : new ScriptShell(commands, err).run(rest, script);
        }
        return rest == null ? commands.run(List.of(words)) : commands.program(rest);
    }

    /** Returns true if there is no byte to read, or no input, as {@code nohup} leaves it. */
    static boolean isEmpty(PushbackInputStream script) {
        try {
            int first = script.read();
            if (first >= 0) {
                script.unread(first);
            }
            return first < 0;
        } catch (IOException unreadable) {
            return true;
        }
    }
}
