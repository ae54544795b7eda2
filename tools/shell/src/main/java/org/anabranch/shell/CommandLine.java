package org.anabranch.shell;

import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.apache.felix.service.command.Function;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkEvent;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs what {@code ./anabranch run} and {@code ./anabranch -c} ask for, once the framework is up,
 * and ends the process with its status. The words come from a file, each ended by a NUL, and reach
 * the command as they are: nothing in a file name is ever read as Gogo's language.
 */
@Component(service = {})
public final class CommandLine {

    private static final String WORDS = "anabranch.words";

    /**
     * What the profile gives an interactive shell: our commands first, and methods such as bundles,
     * install and exit.
     */
    private static final String PROFILE =
            "SCOPE = 'anabranch:gogo:*';"
                    + " addcommand context ${.context};"
                    + " addcommand system (((${.context} bundles) 0) loadclass java.lang.System)";

    private final CommandProcessor processor;
    private final AtomicBoolean started = new AtomicBoolean();

    @Activate
    public CommandLine(BundleContext context, @Reference CommandProcessor processor) {
        this.processor = processor;
        String words = context.getProperty(WORDS);
        if (words != null) {
            context.addFrameworkListener(
                    event -> {
                        if (event.getType() == FrameworkEvent.STARTED) {
                            start(Path.of(words));
                        }
                    });
            if (context.getBundle(0).getState() == Bundle.ACTIVE) {
                start(Path.of(words));
            }
        }
    }

    private void start(Path words) {
        if (started.compareAndSet(false, true)) {
            Thread.ofPlatform()
                    .name("anabranch-command-line")
                    .start(() -> System.exit(status(words)));
        }
    }

    private int status(Path file) {
        // not System.out: Gogo has put itself in its place, and would feed a session from itself
        var in = new FileInputStream(FileDescriptor.in);
        var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
        var err = new PrintStream(new FileOutputStream(FileDescriptor.err), true);
        try (CommandSession session = processor.createSession(in, out, err)) {
            List<String> words = List.of(Files.readString(file).split("\0", -1));
            return status(session, out, err, words.subList(0, words.size() - 1));
        } catch (IOException unreadable) {
            err.println("error: the words of the command cannot be read: " + unreadable);
            return Failure.FAILED;
        }
    }

    /** Executes {@code -c} and a line of Gogo's language, or a command of ours and its words. */
    static int status(
            CommandSession session, PrintStream out, PrintStream err, List<String> words) {
        try {
            Object result = execute(session, words.getFirst(), words.subList(1, words.size()));
            if (result != null) {
                out.println(session.format(result, Converter.INSPECT));
            }
            return 0;
        } catch (InterruptedException leaving) {
            return Failure.FAILED; // the command itself ends the process, with its own status
        } catch (Throwable thrown) {
            Failure failure = Failure.of(thrown);
            err.println("error: " + failure.line());
            return failure.status();
        }
    }

    private static Object execute(CommandSession session, String mode, List<String> words)
            throws Exception {
        if (mode.equals("-c")) {
            session.execute(PROFILE);
            return session.execute(words.getFirst());
        }
        if (session.get("anabranch:" + mode) instanceof Function command) {
            return command.execute(session, new ArrayList<>(words));
        }
        throw new AbsentException(
                "the command anabranch:" + mode + " is not there; is its bundle active?");
    }
}
