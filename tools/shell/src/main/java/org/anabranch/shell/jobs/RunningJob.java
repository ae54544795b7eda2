package org.anabranch.shell.jobs;

import org.anabranch.api.JobRuns;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.WorkReport;
import org.anabranch.api.Progress;
import org.anabranch.shell.commands.TopCommand;
import org.anabranch.shell.output.CommandStreams;
import org.anabranch.shell.output.ProgressLine;
import org.anabranch.shell.output.Screen;
import org.anabranch.shell.output.Units;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Job;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** A job that runs in a session: for the one who looks how far it is, or wants to cancel it. */
public final class RunningJob implements AutoCloseable {
    private static final String KEY = ".anabranch.running";
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final CommandSession session;
    private final List<String> words;
    private final JobPlatform program;
    private final Monitor monitor;
    private final Thread thread = Thread.currentThread();
    private final long start = System.nanoTime();
    private final long number = NUMBERS.incrementAndGet();

    /** Gogo's own job; null for a command given as words of the process. */
    private final Job job = Job.Utils.current();

    private final ProgressLine line;
    private final JobProgress progress;
    private final PrintStream err;
    private long cancelled;
    private boolean ended;

    /**
     * Begins. Cancelling the job interrupts the calling thread.
     *
     * @param words name and arguments
     * @param silent true to print nothing while it runs
     * @param program of the job; closed with this
     * @param monitor that knows its work
     */
    public RunningJob(
            CommandSession session,
            List<String> words,
            CommandStreams streams,
            boolean silent,
            JobPlatform program,
            Monitor monitor) {
        this.session = session;
        this.words = List.copyOf(words);
        this.program = program;
        this.monitor = monitor;
        Screen screen = Screen.of(session);
        boolean watched = !silent && screen.isTerminal();
        PrintStream out = streams.out();
        this.line =
                watched
                        ? new ProgressLine(
                                out,
                                out.charset(),
                                () -> Screen.of(session).columns(), // it may be made smaller
                                this::shown)
                        : null;
        this.err = watched ? line.above(streams.err()) : streams.err();
        Writer lines =
                silent
                        ? Writer.nullWriter()
                        : new PrintWriter(watched ? line.above(out) : out, true, out.charset());
        this.progress = new JobProgress(lines, System::nanoTime);
        session.put(KEY, this);
        if (watched) {
            line.start();
        }
    }

    /** {@return where the job says how far it is} */
    public Progress progress() {
        return progress;
    }

    /** Prints a message about the job while it runs. */
    public void say(String note) {
        err.println(note);
        err.flush();
    }

    /**
     * Cancels what runs in the foreground of a session.
     *
     * @return false if there is nothing, or it was cancelled before
     */
    public static boolean cancel(CommandSession session) {
        return session.get(KEY) instanceof RunningJob running
                && running.isInForeground()
                && running.cancel();
    }

    /** {@return true if a job is being cancelled that has not ended} */
    public static boolean isCancelled(CommandSession session) {
        return session.get(KEY) instanceof RunningJob running && running.isCancelled();
    }

    private boolean isInForeground() {
        return job == null || job.status() == Job.Status.Foreground;
    }

    /** {@return false if it has ended, or was cancelled before} */
    boolean cancel() {
        synchronized (this) {
            if (ended || cancelled != 0) {
                return false;
            }
            cancelled = System.nanoTime();
            thread.interrupt();
        }
        say("cancelling " + words.getFirst() + " ...; Ctrl-C once more does not wait for it");
        return true;
    }

    /** Ends it because the commands go. */
    public void interrupt() {
        thread.interrupt();
    }

    public synchronized boolean isCancelled() {
        return cancelled != 0;
    }

    private String shown() {
        return isInForeground() ? words.getFirst() + ": " + text() : "";
    }

    /** {@return its progress, in words} */
    public String text() {
        long since;
        synchronized (this) {
            since = cancelled;
        }
        if (since != 0) {
            return "being cancelled for "
                    + Units.wholeSeconds(seconds(since))
                    + "; Ctrl-C once more does not wait for it";
        }
        List<String> parts = new ArrayList<>();
        parts.add(progress.isSaid() ? progress.text() : completed());
        parts.add(Units.wholeSeconds(seconds(start)));
        double left = progress.secondsLeft();
        if (Double.isFinite(left)) {
            parts.add("about " + Units.wholeSeconds(left) + " left");
        }
        parts.removeIf(String::isEmpty);
        return String.join(", ", parts) + stalls();
    }

    /** Returns the stalled kernels and tasks of all programs. */
    private String stalls() {
        return monitor.stalls().stream()
                .map(stall -> "; " + TopCommand.stall(stall))
                .collect(Collectors.joining());
    }

    /**
     * Returns the numbers of completed actions by domain, for a job that does not report progress.
     */
    private String completed() {
        List<String> parts = new ArrayList<>();
        for (WorkReport report : work()) {
            if (report.actions() > 0) {
                String unit = parts.isEmpty() ? " actions on " : " on ";
                parts.add(report.actions() + unit + report.domain().id());
            }
        }
        return String.join(" and ", parts);
    }

    private List<WorkReport> work() {
        return monitor.work(program.platform());
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    long number() {
        return number;
    }

    /** {@return its progress, for other tools} */
    JobRuns.Run shownElsewhere() {
        return new JobRuns.Run(
                number,
                name(),
                words.subList(1, words.size()),
                seconds(start),
                isCancelled(),
                progress.what(),
                progress.done(),
                progress.all(),
                progress.secondsLeft(),
                work().stream().mapToLong(WorkReport::actions).sum());
    }

    public String name() {
        return words.getFirst();
    }

    /** {@return its number, where Gogo gives it one, and its words} */
    public String title() {
        return (job == null ? "" : "[" + job.id() + "] ") + "run " + String.join(" ", words);
    }

    /** {@return the same as one JSON object} */
    public Map<String, Object> json() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", job == null ? null : job.id());
        row.put("arguments", words.subList(1, words.size()));
        row.put("cancelled", isCancelled());
        row.put("elapsedSeconds", seconds(start));
        if (progress.isSaid()) {
            row.put("what", progress.what());
            row.put("done", progress.done());
            row.put("all", progress.all() <= 0 ? null : progress.all());
            row.put("secondsLeft", progress.secondsLeft());
        }
        Map<String, Object> actions = new LinkedHashMap<>();
        work().forEach(report -> actions.put(report.domain().id(), report.actions()));
        row.put("actions", actions);
        return row;
    }

    /** Waits for what the job left running, unless the thread is interrupted meanwhile. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        program.close();
        if (interrupted) {
            thread.interrupt();
        }
        synchronized (this) {
            ended = true;
        }
        if (session.get(KEY) == this) {
            session.put(KEY, null);
        }
        if (line != null) {
            line.close();
        }
    }
}
