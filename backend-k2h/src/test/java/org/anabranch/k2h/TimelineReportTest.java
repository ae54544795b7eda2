package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.report.ChromeTrace;
import org.anabranch.k2h.report.CoreTable;
import org.anabranch.k2h.report.GanttChart;
import org.anabranch.k2h.run.CoreState;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.run.Span;
import org.anabranch.k2h.run.Timeline;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

/** Times in the trace: a partition of each core's time, that changes nothing of the run. */
class TimelineReportTest {
    private static RunReport random(long seed, RuntimeOptions options) {
        return new RandomProgram(seed, options.dsps() > 0).run(options, Programs.virtual(seed));
    }

    @Test
    void whatIsRecordedChangesNothing() {
        for (int seed = 0; seed < 50; seed++) {
            RuntimeOptions options = RandomProgram.options(seed);
            RunReport plain = random(seed, options);
            RunReport timed = random(seed, options.times());
            assertEquals(plain.nanos(), timed.nanos(), 0.0, "seed " + seed);
            assertEquals(plain.total().byName(), timed.total().byName(), "seed " + seed);
            assertTrue(plain.timeline().spans().isEmpty());
        }
    }

    @Test
    void spansOfACoreAreItsWholeTimeWithoutOverlap() {
        for (int seed = 0; seed < 50; seed++) {
            Timeline timeline = random(seed, RandomProgram.options(seed).times()).timeline();
            assertEquals(RandomProgram.options(seed).arms(), arms(timeline));
            for (Core core : timeline.cores()) {
                double at = timeline.from();
                for (Span span : timeline.spans()) {
                    if (span.core().equals(core)) {
                        assertEquals(at, span.from(), 0.0, core + ", seed " + seed);
                        assertTrue(span.nanos() > 0, () -> core + ": " + span);
                        at = span.to();
                    }
                }
                double sum = 0;
                for (CoreState state : CoreState.values()) {
                    sum += timeline.nanos(core, state);
                }
                assertEquals(at - timeline.from(), sum, 1e-3);
                assertTrue(at <= timeline.to());
            }
        }
    }

    private static long arms(Timeline timeline) {
        return timeline.cores().stream().filter(core -> !core.isDsp()).count();
    }

    /** Of one worker there is nothing but tasks and their handling; idle cores show as idle. */
    @Test
    void statesAreWhatHappens() {
        Programs.ArrayAddition alone = new Programs.ArrayAddition(4_096);
        Timeline one = alone.run(RuntimeOptions.hybrid(1).times(), Programs.virtual(1)).timeline();
        Core arm = one.cores().getFirst();
        assertEquals(0, one.nanos(arm, CoreState.IDLE), 0.0);
        assertTrue(one.nanos(arm, CoreState.FLUSH) > 0, "the program flushes its inputs");
        assertTrue(one.spans().stream().anyMatch(span -> span.task().equals("kernel")));
        Programs.ArrayAddition shared = new Programs.ArrayAddition(4_096);
        RuntimeOptions twelve = RuntimeOptions.hybrid(12).times();
        Timeline many = shared.run(twelve, Programs.virtual(1)).timeline();
        for (Core core : many.cores()) {
            assertTrue(core.equals(arm) || many.share(core, CoreState.IDLE) > 0.1, core::toString);
        }
    }

    @Test
    void energyIsWattsTimesTime() {
        Core arm = new Core(org.anabranch.k2h.board.Side.ARM, 0, 0);
        List<Span> spans =
                List.of(
                        new Span(arm, CoreState.TASK, "main", -5, 1e9),
                        new Span(arm, CoreState.FLUSH, "main", 1e9, 2e9),
                        new Span(arm, CoreState.IDLE, "", 2e9, 9e9));
        Timeline timeline = new Timeline(List.of(arm), spans, 0, 4e9);
        assertEquals(1.0 + 0.6 + 2 * 0.2, timeline.joules(Board.K2H, arm), 1e-9);
        double rest = 4 * (4 + 3 * 0.2 + 8 * 0.15);
        assertEquals(2.0 + rest, timeline.joules(Board.K2H), 1e-9);
    }

    @Test
    void chartTraceAndTableAreWellFormed() throws Exception {
        Programs.ArrayAddition program = new Programs.ArrayAddition(20_000);
        RunReport report = program.run(RuntimeOptions.hybrid(6).times(), Programs.virtual(3));
        String svg = new GanttChart("a < b & c", report.timeline()).svg();
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertTrue(svg.contains("DSP 1") && svg.contains("kernel") && !svg.contains("DSP 2"), svg);
        StringBuilder json = new StringBuilder();
        ChromeTrace.write(json, "addition \"quoted\"", report.timeline());
        long events = report.timeline().spans().stream().filter(s -> busy(s)).count();
        Pattern complete = Pattern.compile("\\{\"ph\":\"X\"[^{}]*\"dur\":[0-9.]+\\}");
        assertEquals(events, complete.matcher(json).results().count());
        assertTrue(json.toString().contains("addition \\\"quoted\\\""));
        String table = new CoreTable(report, Board.K2H).text();
        assertEquals(1 + 6 + 1, table.lines().count(), table);
        assertTrue(table.contains("by the watts of k2h"), table);
    }

    private static boolean busy(Span span) {
        return span.state() != CoreState.IDLE;
    }
}
