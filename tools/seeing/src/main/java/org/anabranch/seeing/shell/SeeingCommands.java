package org.anabranch.seeing.shell;

import org.anabranch.api.ProgramException;
import org.anabranch.events.ActionRow;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.seeing.record.Recorder;
import org.anabranch.seeing.record.TraceSentence;
import org.anabranch.seeing.trace.TraceCounts;
import org.anabranch.spi.support.Json;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The commands {@code trace} and {@code graph}. Registered by properties, because Gogo's annotation
 * would make Gogo a dependency: without Gogo this class is not loaded.
 */
@Component(
        service = SeeingCommands.class,
        property = {
            "osgi.command.scope=anabranch",
            "osgi.command.function=trace",
            "osgi.command.function=graph"
        })
public final class SeeingCommands {
    private static final double NANOS_OF_MILLI = 1e6;
    private static final int MOST_ROWS = 40;

    private final Recorder recorder;

    /**
     * Creates the commands.
     *
     * @param recorder the recorder
     */
    @Activate
    public SeeingCommands(@Reference Recorder recorder) {
        this.recorder = recorder;
    }

    /**
     * Begins or ends a trace, or reports if one is running.
     *
     * @param session its folder resolves file names
     * @param json true to return data
     * @param words the arguments
     * @return a sentence, or data
     */
    @Descriptor(
            "records actions and tasks for Perfetto: trace [--json] (start FILE|stop|status). The"
                    + " file is checked, and then put in place, when the trace is stopped;"
                    + " ui.perfetto.dev opens it.")
    public Object trace(
            CommandSession session,
            @Descriptor("data instead of text")
                    @Parameter(
                            names = {"--json"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean json,
            String... words) {
        String what = words.length == 0 ? "status" : words[0];
        if (what.equals("start") && words.length == 2) {
            recorder.start(file(session, words[1]));
            return status(json);
        }
        if (what.equals("stop") && words.length == 1) {
            Path file = recorder.file();
            TraceCounts counts = recorder.stop();
            return json ? data(counts, file) : TraceSentence.of(counts, file);
        }
        if (what.equals("status") && words.length <= 1) {
            return status(json);
        }
        throw new ProgramException(
                "trace takes 'start FILE', 'stop' or 'status', not '"
                        + String.join(" ", words)
                        + "'");
    }

    private Object status(boolean json) {
        Path file = recorder.file();
        if (json) {
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("running", file != null);
            data.put("file", file == null ? null : file.toString());
            data.put("events", recorder.size());
            return data;
        }
        return file == null
                ? "no trace is running"
                : "a trace is running, into " + file + "; it has " + recorder.size() + " events";
    }

    private static Map<String, Object> data(TraceCounts counts, Path file) {
        Map<String, Object> data = Json.row(counts);
        data.put("file", String.valueOf(file));
        return data;
    }

    /** Returns a file relative to the folder of the session, as in Gogo's own commands. */
    private static Path file(CommandSession session, String word) {
        Path folder = session == null ? null : session.currentDir();
        return folder == null ? Path.of(word) : folder.resolve(word);
    }

    /**
     * Draws the last recording.
     *
     * @param session its folder resolves file names
     * @param json true to return data
     * @param words the file
     * @return a table, or data
     */
    @Descriptor(
            "draws the last recording for Graphviz, and prints its critical path: graph"
                    + " [--json] FILE.dot. Up to 300 actions each is a node, then each kernel in"
                    + " each domain.")
    public Object graph(
            CommandSession session,
            @Descriptor("data instead of text")
                    @Parameter(
                            names = {"--json"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean json,
            String... words) {
        if (words.length != 1 || words[0].startsWith("-")) {
            throw new ProgramException(
                    "graph takes one file, such as run.dot"
                            + (words.length == 0 ? "" : ", not '" + String.join(" ", words) + "'"));
        }
        Path file = file(session, words[0]);
        Recorder.Drawn drawn = recorder.graph(file);
        return json ? data(drawn, file) : text(drawn, file);
    }

    /** A step of the critical path. */
    public record Step(long action, String name, String domain, long nanos) {
        static Step of(ActionRow row, RunModel run) {
            String domain = run.domainName(row.domain());
            return new Step(row.action(), row.name(), domain, row.runNanos());
        }
    }

    private static Map<String, Object> data(Recorder.Drawn drawn, Path file) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("file", file.toString());
        data.put("nodes", drawn.graph().nodes());
        data.put("edges", drawn.graph().edges());
        data.put("grouped", drawn.graph().isGrouped());
        data.put("wallNanos", drawn.run().wall());
        data.put("pathNanos", drawn.path().length());
        List<Step> path = drawn.steps().stream().map(row -> Step.of(row, drawn.run())).toList();
        data.put("path", path);
        return data;
    }

    private static String text(Recorder.Drawn drawn, Path file) {
        StringBuilder text = new StringBuilder();
        List<ActionRow> path = drawn.steps();
        int width = path.stream().mapToInt(row -> shown(row).length()).max().orElse(0);
        text.append(
                String.format(
                        Locale.ROOT,
                        "%-12s  %-" + Math.max(4, width) + "s  %-12s  %10s  %10s%n",
                        "action",
                        "what",
                        "where",
                        "began ms",
                        "took ms"));
        for (ActionRow row : path.subList(0, Math.min(MOST_ROWS, path.size()))) {
            text.append(line(drawn, row, Math.max(4, width)));
        }
        if (path.size() > MOST_ROWS) {
            text.append("and ").append(path.size() - MOST_ROWS).append(" more\n");
        }
        return text.append(
                        String.format(
                                Locale.ROOT,
                                "critical path %.3f ms of %.3f ms%nwrote %s: %d nodes, %d edges%s",
                                drawn.path().length() / NANOS_OF_MILLI,
                                drawn.run().wall() / NANOS_OF_MILLI,
                                file,
                                drawn.graph().nodes(),
                                drawn.graph().edges(),
                                drawn.graph().isGrouped()
                                        ? "; a node is all runs of a kernel in a domain"
                                        : ""))
                .toString();
    }

    private static String line(Recorder.Drawn drawn, ActionRow row, int width) {
        return String.format(
                Locale.ROOT,
                "%-12d  %-" + width + "s  %-12s  %10.3f  %10.3f%n",
                row.action(),
                shown(row),
                drawn.run().domainName(row.domain()),
                (row.started() - drawn.run().start()) / NANOS_OF_MILLI,
                row.runNanos() / NANOS_OF_MILLI);
    }

    private static String shown(ActionRow row) {
        String name = row.name().replaceAll("\\p{Cntrl}", "?");
        return name.length() > 40 ? name.substring(0, 39) + "…" : name;
    }
}
