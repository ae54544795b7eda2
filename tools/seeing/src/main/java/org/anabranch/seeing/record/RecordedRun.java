package org.anabranch.seeing.record;

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
import java.util.function.Consumer;

/** The recording of one run. */
final class RecordedRun implements RunRecorder.Session {
    private final RunRecorder.Wish wish;
    private final Tape tape;
    private final Monitor monitor;
    private final Consumer<Events> recorded;

    RecordedRun(RunRecorder.Wish wish, Tape tape, Monitor monitor, Consumer<Events> recorded) {
        this.wish = wish;
        this.tape = tape;
        this.monitor = monitor;
        this.recorded = recorded;
    }

    @Override
    public List<String> end(String outcome) {
        Events events = tape.stop();
        recorded.accept(events);
        RunModel run = RunModel.of(events);
        List<String> sentences = new ArrayList<>();
        Path file = wish.trace();
        try {
            if (file != null) {
                TraceCounts counts = TraceFile.write(run, wish.title(), file);
                sentences.add(TraceSentence.of(counts, file));
            }
            file = wish.report();
            if (file != null) {
                String verdict = ReportFile.write(run, about(outcome), file);
                sentences.add("wrote the report " + file);
                sentences.add(verdict);
            }
        } catch (IOException failure) {
            throw OutputFile.failed(file, failure);
        }
        return sentences;
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
        tape.stop();
    }
}
