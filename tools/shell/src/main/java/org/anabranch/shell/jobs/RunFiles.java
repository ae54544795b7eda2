package org.anabranch.shell.jobs;

import org.anabranch.api.AnabranchException;
import org.anabranch.events.RunRecorder;
import org.anabranch.shell.commands.Words;
import org.anabranch.shell.failure.AbsentException;
import org.apache.felix.service.command.CommandSession;

import java.io.PrintStream;
import java.util.Map;
import java.util.function.Supplier;

/** The files that {@code run} writes about a run, if any are asked for. */
final class RunFiles implements AutoCloseable {
    private final RunRecorder.Session session;
    private AnabranchException failure;

    private RunFiles(RunRecorder.Session session) {
        this.session = session;
    }

    /**
     * Begins to record what is asked for.
     *
     * @throws AbsentException if nothing can record
     */
    static RunFiles begin(
            RunRecorder recorder,
            RunWords words,
            CommandSession session,
            Supplier<Map<String, String>> settings) {
        if (!words.isRecorded()) {
            return new RunFiles(null);
        }
        if (recorder == null) {
            throw new AbsentException(
                    "nothing records runs: the bundle org.anabranch.seeing is not active");
        }
        String title = "run " + String.join(" ", words.rest());
        return new RunFiles(
                recorder.begin(
                        new RunRecorder.Wish(
                                title,
                                words.command(),
                                settings.get(),
                                words.trace().isEmpty() ? null : Words.file(session, words.trace()),
                                words.report().isEmpty()
                                        ? null
                                        : Words.file(session, words.report()))));
    }

    /** Writes the files, and says so beside the result. */
    void end(String outcome, PrintStream beside) {
        if (session == null) {
            return;
        }
        boolean interrupted = Thread.interrupted(); // else the files could not be written
        try {
            session.end(outcome).forEach(beside::println);
        } catch (AnabranchException unwritten) {
            failure = unwritten;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        beside.flush();
    }

    /** {@return why a file is not written, or null} */
    AnabranchException failure() {
        return failure;
    }

    @Override
    public void close() {
        if (session != null) {
            session.close();
        }
    }
}
