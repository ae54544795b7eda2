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
import org.osgi.service.component.annotations.Reference;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * The shell as the process that starts the product calls it: with the words of its command line it
 * runs what they say, without words it reads from the terminal or, if there is none, from standard
 * input. It gives the exit status.
 */
@Component(service = ToIntFunction.class, property = "anabranch.entry=shell")
public final class ShellEntry implements ToIntFunction<String[]> {
    private static final String INTERACTIVE = "anabranch.interactive";

    private final BundleContext context;
    private final CommandProcessor processor;
    private final JobDirectory jobs;

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
        }
    }

    private static int written(StandardOutput out, PrintStream err, int status) {
        if (out.loss().isEmpty()) {
            return status;
        }
        err.println("error: standard output cannot be written: " + out.loss().get());
        return status == 0 ? Failure.FAILED : status;
    }

    @Override
    public int applyAsInt(String[] words) {
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true);
        int status = run(words, err);
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
        // not System.out: Gogo has put itself in its place, and would feed a session from itself
        InputStream in = new FileInputStream(FileDescriptor.in);
        StandardOutput standard = new StandardOutput();
        PrintStream out = new PrintStream(standard, true);
        SessionSetup setup = new SessionSetup(context, jobs);
        try {
            if (words.length == 0 && Boolean.parseBoolean(context.getProperty(INTERACTIVE))) {
                return new TerminalShell(processor, this::completer).run(setup);
            }
            PlainErrors plain = new PlainErrors(err, word -> jobs.names().contains(word));
            try (CommandSession session = processor.createSession(in, out, plain)) {
                OpenChannel.use(session, out, plain);
                session.put(Screen.COLUMNS, context.getProperty("anabranch.columns"));
                setup.apply(session);
                Signals.register("INT", () -> interrupt(session));
                int status =
                        words.length == 0
                                ? new ScriptShell(session, out, err).run(in)
                                : new CommandLine(session, out, err).run(List.of(words));
                return written(standard, err, status);
            }
        } catch (LeaveException leave) {
            return leave.status();
        } catch (Exception failure) {
            err.println("error: " + Failure.sentence(failure));
            return Failure.FAILED;
        }
    }
}
