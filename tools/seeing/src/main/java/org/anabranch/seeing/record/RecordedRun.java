package org.anabranch.seeing.record;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Monitor;
import org.anabranch.events.Events;
import org.anabranch.events.RunRecorder;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.seeing.report.About;
import org.anabranch.seeing.report.ReportFile;
import org.anabranch.seeing.trace.TraceCounts;
import org.anabranch.seeing.trace.TraceFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** The recording of one run. */
final class RecordedRun implements RunRecorder.Session {
    private static final String CUT =
            "the recording ended before the run did: the bundle that records was stopped";

    private final RunRecorder.Wish wish;
    private final EventCollector tape;
    private final Monitor monitor;
    private final BiConsumer<RecordedRun, Events> ended;
    private volatile AnabranchException failed;
    private volatile List<String> cut;

    /**
     * Begins a recording.
     *
     * @param ended called at the end; without events if the recording is abandoned
     */
    RecordedRun(
            RunRecorder.Wish wish,
            EventCollector tape,
            Monitor monitor,
            BiConsumer<RecordedRun, Events> ended) {
        this.wish = wish;
        this.tape = tape;
        this.monitor = monitor;
        this.ended = ended;
    }

    /**
     * Writes the files when the bundle stops, since its classes may be gone later. The caller that
     * ends the run gets the result.
     */
    void cut() {
        List<String> sentences = new ArrayList<>();
        sentences.add(CUT);
        try {
            sentences.addAll(write(CUT));
        } catch (AnabranchException unwritten) {
            failed = unwritten;
        }
        cut = List.copyOf(sentences);
    }

    @Override
    public List<String> end(String outcome) {
        if (cut == null) {
            return write(outcome);
        }
        if (failed != null) {
            throw failed;
        }
        return cut;
    }

    private List<String> write(String outcome) {
        Events events = tape.stop();
        ended.accept(this, events);
        RunModel run = RunModel.of(events);
        List<String> sentences = new ArrayList<>();
        AnabranchException failure = null;
        for (File file : List.<File>of(this::trace, this::report)) {
            try {
                sentences.addAll(file.write(run, outcome));
            } catch (AnabranchException unwritten) { // the other file may have a different place
                failure = failure == null ? unwritten : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return sentences;
    }

    /** The writer of one of the files. */
    private interface File {
        List<String> write(RunModel run, String outcome);
    }

    private List<String> trace(RunModel run, String outcome) {
        Path file = wish.trace();
        if (file == null) {
            return List.of();
        }
        try {
            TraceCounts counts = TraceFile.write(run, wish.title(), file);
            return List.of(TraceSentence.of(counts, file));
        } catch (IOException failure) {
            throw OutputFile.failed(file, failure);
        }
    }

    private List<String> report(RunModel run, String outcome) {
        Path file = wish.report();
        if (file == null) {
            return List.of();
        }
        try {
            String verdict = ReportFile.write(run, about(outcome), file);
            return List.of("wrote the report " + file, verdict);
        } catch (IOException failure) {
            throw OutputFile.failed(file, failure);
        }
    }

    private About about(String outcome) {
        List<String> files =
                wish.trace() == null ? List.of() : List.of("the trace " + wish.trace());
        return new About(
                wish.title(),
                wish.command(),
                outcome,
                machine(),
                wish.settings(),
                monitor.workers().size(),
                files);
    }

    private Map<String, String> machine() {
        Map<String, String> machine = new LinkedHashMap<>();
        machine.put(
                "system",
                System.getProperty("os.name")
                        + " "
                        + System.getProperty("os.version")
                        + ", "
                        + System.getProperty("os.arch"));
        machine.put("processors", String.valueOf(Runtime.getRuntime().availableProcessors()));
        machine.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
        machine.put("heap, at most", (Runtime.getRuntime().maxMemory() >> 20) + " MiB");
        for (Monitor.DomainReport report : monitor.domains()) {
            machine.put(
                    "domain " + report.domain().id(),
                    report.domain().kind() + ", " + report.domain().state());
        }
        return machine;
    }

    @Override
    public void close() {
        if (cut == null) {
            tape.stop();
            ended.accept(this, null);
        }
    }
}
