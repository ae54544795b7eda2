package org.anabranch.k2h.report;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.run.CoreState;
import org.anabranch.k2h.run.Span;
import org.anabranch.k2h.run.Timeline;
import org.anabranch.spi.support.Json;

import java.io.IOException;
import java.util.Locale;

/**
 * The trace event format of a timeline, for Chrome, Perfetto and Speedscope: a thread per core, a
 * complete event per span. Idle time is the gaps between them.
 */
public final class ChromeTrace {
    private ChromeTrace() {}

    /**
     * Writes a timeline.
     *
     * @param out written to incrementally, not closed
     * @param name of the process
     * @throws IOException if it cannot be written to
     */
    public static void write(Appendable out, String name, Timeline timeline) throws IOException {
        out.append("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
        out.append(label("process_name", 0, name));
        for (Core core : timeline.cores()) {
            out.append(",\n").append(label("thread_name", core.index(), core.toString()));
        }
        for (Span span : timeline.spans()) {
            if (span.state() != CoreState.IDLE) {
                out.append(",\n").append(event(span, timeline.from()));
            }
        }
        out.append("\n]}\n");
    }

    private static String label(String kind, int core, String name) {
        return "{\"ph\":\"M\",\"pid\":0,\"tid\":%s,\"name\":\"%s\",\"args\":{\"name\":%s}}"
                .formatted(core, kind, Json.of(name));
    }

    /** Returns a span as an event, with times in microseconds. */
    private static String event(Span span, double origin) {
        boolean task = span.state() == CoreState.TASK;
        return String.format(
                Locale.ROOT,
                "{\"ph\":\"X\",\"pid\":0,\"tid\":%d,\"cat\":\"%s\",\"name\":%s,\"ts\":%.4f,\"dur\":%.4f}",
                span.core().index(),
                span.state(),
                Json.of(task ? span.task() : span.state().name().toLowerCase(Locale.ROOT)),
                (span.from() - origin) / 1e3,
                span.nanos() / 1e3);
    }
}
