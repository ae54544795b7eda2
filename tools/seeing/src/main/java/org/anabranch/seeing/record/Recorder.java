package org.anabranch.seeing.record;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Monitor;
import org.anabranch.api.ProgramException;
import org.anabranch.events.ActionRow;
import org.anabranch.events.EventLog;
import org.anabranch.events.Events;
import org.anabranch.events.PathStep;
import org.anabranch.events.RunRecorder;
import org.anabranch.seeing.graph.DotGraph;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.seeing.report.ReportFile;
import org.anabranch.seeing.trace.TraceCounts;
import org.anabranch.seeing.trace.TraceFile;
import org.anabranch.spi.analysis.RunTotals;
import org.anabranch.spi.support.BackendLog;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The recorder of runs and traces of this framework's log. One trace at a time; the framework
 * property {@value #PROPERTY} names the file of one that begins and ends with the bundle.
 * Thread-safe.
 */
@Component(
        immediate = true,
        service = {RunRecorder.class, Recorder.class})
public final class Recorder implements RunRecorder {
    private static final String PROPERTY = "anabranch.trace";

    private final EventLog log;
    private final Monitor monitor;
    private final Set<RecordedRun> runs = ConcurrentHashMap.newKeySet();
    private EventCollector tape;
    private Path file;

    /** The events of the recording that ended last; released when memory is short. */
    private SoftReference<Events> last = new SoftReference<>(null);

    /**
     * Creates the recorder.
     *
     * @param context has the property for a trace at start
     * @param log the log to record
     * @param monitor knows the workers
     */
    @Activate
    public Recorder(BundleContext context, @Reference EventLog log, @Reference Monitor monitor) {
        this(log, monitor);
        String named = context.getProperty(PROPERTY);
        if (named != null && !named.isBlank()) {
            try {
                start(Path.of(named));
            } catch (AnabranchException refused) {
                say("no trace: " + refused.getMessage());
            }
        }
    }

    /** Creates a recorder for tests. */
    public Recorder(EventLog log, Monitor monitor) {
        this.log = log;
        this.monitor = monitor;
    }

    private static void say(String sentence) {
        BackendLog.say(Recorder.class, System.Logger.Level.WARNING, sentence, null);
    }

    /** Ends all recordings and writes the trace; running programs get what was recorded so far. */
    @Deactivate
    public void deactivate() {
        runs.forEach(RecordedRun::cut);
        try {
            endTrace();
        } catch (AnabranchException failure) {
            say(failure.getMessage());
        }
    }

    @Override
    public synchronized List<String> endTrace() {
        Path where = file;
        return where == null ? List.of() : List.of(TraceSentence.of(stop(), where));
    }

    /**
     * Begins a trace.
     *
     * @param where the file to write at its end
     */
    public synchronized void start(Path where) {
        if (tape != null) {
            throw new AnabranchException(
                    "a trace is running already, into " + file + "; 'trace stop' ends it");
        }
        OutputFile.require(where);
        tape = new EventCollector(log);
        file = where;
    }

    /** {@return the file of the running trace, or null} */
    public synchronized Path file() {
        return file;
    }

    /** {@return the number of events of the running trace} */
    public synchronized long size() {
        return tape == null ? 0 : tape.size();
    }

    /**
     * Ends the trace, and writes it.
     *
     * @return its counts
     */
    public synchronized TraceCounts stop() {
        if (tape == null) {
            throw new AnabranchException("no trace is running; 'trace start FILE' begins one");
        }
        Path where = file;
        Events events = tape.stop();
        tape = null;
        file = null;
        last = new SoftReference<>(events);
        try {
            return TraceFile.write(RunModel.of(events), "trace", where);
        } catch (IOException failure) {
            throw OutputFile.failed(where, failure);
        }
    }

    /**
     * Draws the running trace, or the last recording.
     *
     * @param where the file for the graph
     * @return the graph and its critical path
     */
    public Drawn graph(Path where) {
        require(where);
        RunModel run = RunModel.of(recorded());
        PathStep path = RunTotals.of(run.events()).longest();
        DotGraph graph = new DotGraph(run, path.actions());
        try {
            Files.write(where, graph.text().getBytes(StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw OutputFile.failed(where, failure);
        }
        return new Drawn(run, path, graph);
    }

    /**
     * A drawn graph.
     *
     * @param run the run
     * @param path its critical path
     * @param graph the nodes
     */
    public record Drawn(RunModel run, PathStep path, DotGraph graph) {

        /** {@return the actions of the path that took time} */
        public List<ActionRow> steps() {
            return path.actions().stream().filter(row -> row.runNanos() > 0).toList();
        }
    }

    private synchronized Events recorded() {
        Events events = tape == null ? last.get() : tape.copy();
        if (events == null) {
            throw new ProgramException(
                    "nothing is recorded: begin with 'trace start FILE', or run a job with"
                            + " --trace-to or --report");
        }
        return events;
    }

    @Override
    public Session begin(Wish wish) {
        if (wish.trace() != null) {
            require(wish.trace());
        }
        if (wish.report() != null) {
            require(wish.report());
            if (same(wish.report(), wish.trace())) {
                throw new ProgramException(
                        "trace and report are to go into the same file, " + wish.report());
            }
            try {
                ReportFile.requireReplaceable(wish.report());
            } catch (IOException other) {
                throw new ProgramException(other.getMessage(), other);
            }
        }
        RecordedRun run = new RecordedRun(wish, new EventCollector(log), monitor, this::ended);
        runs.add(run);
        return run;
    }

    /** Throws if the file could not be written, or would be overwritten by the running trace. */
    private void require(Path where) {
        OutputFile.require(where);
        if (same(where, file())) {
            throw new ProgramException(
                    "cannot write " + where + ": the trace that is running goes there");
        }
    }

    private static boolean same(Path one, Path other) {
        return other != null
                && one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }

    private void ended(RecordedRun run, Events events) {
        runs.remove(run);
        if (events != null) {
            synchronized (this) {
                last = new SoftReference<>(events);
            }
        }
    }
}
