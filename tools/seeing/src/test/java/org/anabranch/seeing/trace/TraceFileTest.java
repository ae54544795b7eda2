package org.anabranch.seeing.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.events.ActionHistory;
import org.anabranch.events.ActionRow;
import org.anabranch.events.EdgeSort;
import org.anabranch.events.Event;
import org.anabranch.events.EventScript;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.seeing.RandomRuns;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.seeing.model.Slice;
import org.anabranch.seeing.model.Track;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Traces of scripts, as the validator reads them. */
class TraceFileTest {
    @TempDir Path folder;

    private static String text(RunModel run) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new TraceWriter(run, out).write("test");
        return out.toString(StandardCharsets.US_ASCII);
    }

    private static TraceCheck check(String text) throws IOException {
        return TraceCheck.of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void issue_24_everyActionIsThereOnceAndArrowsAreTheEdgesOfTheLog() throws IOException {
        for (int seed = 0; seed < 100; seed++) {
            RunModel run = RunModel.of(RandomRuns.events(seed, 5 + 3 * seed));
            TraceCheck check = check(text(run));
            assertEquals(List.of(), check.faults(), "seed " + seed);
            long[] all = run.actions().stream().mapToLong(ActionRow::action).sorted().toArray();
            assertArrayEquals(all, check.actions());
            List<List<Long>> drawn =
                    check.arrows().stream().map(one -> List.of(one[0], one[1])).toList();
            assertEquals(
                    run.waits().stream().map(w -> List.of(w.earlier(), w.later())).toList(), drawn);
        }
    }

    /** An action may begin before its predecessor has ended, and may even have ended by then. */
    @Test
    void issue_24_clocksOfDevicesThatAreWrongByTheirErrorGiveAWholeTrace() throws IOException {
        long early = 0;
        for (int seed = 0; seed < 100; seed++) {
            RunModel run = RunModel.of(RandomRuns.skewed(seed, 5 + seed, 1 + 20 * seed));
            String text = text(run);
            TraceCheck check = check(text);
            assertEquals(List.of(), check.faults(), "seed " + seed);
            assertEquals(run.actions().size(), check.actions().length);
            assertTrue(text.contains("may be wrong by ns\":" + run.clockError() + ","), text);
            List<List<Long>> drawn =
                    check.arrows().stream().map(one -> List.of(one[0], one[1])).toList();
            assertEquals(
                    run.waits().stream()
                            .filter(wait -> canBeDrawn(run, wait))
                            .map(wait -> List.of(wait.earlier(), wait.later()))
                            .toList(),
                    drawn,
                    "seed " + seed);
            early += run.waits().size() - drawn.size();
        }
        assertTrue(early > 100, "early " + early);
    }

    /** An arrow does not go back in time. */
    private static boolean canBeDrawn(RunModel run, ActionHistory.Wait wait) {
        return run.action(wait.later()).ended() > run.action(wait.earlier()).started();
    }

    @Test
    void issue_24_theSumOfSlicesIsTheSumOfTheLog() {
        Events events = RandomRuns.events(7, 400);
        RunModel run = RunModel.of(events);
        long told = 0;
        for (int i = 0; i < events.size(); i++) {
            told += events.kind(i) == Kind.ENDED ? events.time(i) - events.other(i) : 0;
        }
        long drawn =
                run.tracks().stream()
                        .map(Track::slices)
                        .flatMap(List::stream)
                        .filter(Slice::isWork)
                        .mapToLong(slice -> slice.end() - slice.start())
                        .sum();
        assertEquals(told, drawn);
    }

    @Test
    void issue_24_theSameEventsGiveTheSameBytes() throws IOException {
        assertEquals(
                text(RunModel.of(RandomRuns.events(3, 300))),
                text(RunModel.of(RandomRuns.events(3, 300))));
    }

    @Test
    void issue_24_slicesThatWouldCrossGetAnotherRow() throws IOException {
        EventScript script = new EventScript();
        int host = script.domain("host");
        int card = script.domain("card:0");
        script.kernel(1, "a", card, 0, 0, 0, 10, 30)
                .kernel(2, "within", card, 0, 0, 0, 15, 20)
                .kernel(3, "crosses", card, 0, 0, 0, 25, 40)
                .kernel(4, "after", card, 0, 0, 0, 30, 41)
                .kernel(5, "waits", host, 0, 0, 0, 10, 50)
                .kernel(6, "on top", host, 0, 0, 0, 20, 50)
                .kernel(7, "no time", host, 0, 0, 0, 50, 50);
        RunModel run = RunModel.of(script.events());
        assertEquals(
                List.of("worker 0", "lane 0", "lane 0 (2)"),
                run.tracks().stream().map(Track::name).toList());
        assertEquals(run.slice(1).track(), run.slice(4).track());
        assertEquals(run.slice(5).track(), run.slice(6).track());
        assertEquals(19, run.slice(5).lastFree()); // then the other is on top of it
        assertEquals(List.of(), check(text(run)).faults());
    }

    @Test
    void issue_24_actionsWithoutALaneAreMarksThatArrowsReach() throws IOException {
        EventScript script = new EventScript();
        int host = script.domain("host");
        script.kernel(1, "a", host, 0, 0, 1, 2, 10);
        for (int mark = 2; mark < 300; mark++) {
            int none = Events.NOWHERE;
            script.add(new Event(Kind.ENQUEUED, 1, 3, none, none, "barrier", mark, 0, 0))
                    .edge(1, mark, 1, EdgeSort.ORDER)
                    .add(new Event(Kind.ENDED, 10, 0, none, none, "barrier", mark, 0, 0))
                    .add(new Event(Kind.RETIRED, 10, 0, none, none, "", mark, 0, 0));
        }
        RunModel run = RunModel.of(script.events());
        TraceCheck check = check(text(run));
        assertEquals(List.of(), check.faults());
        assertEquals(299, check.actions().length);
        assertEquals(298, check.arrows().size());
        assertTrue(run.tracks().size() < 100, "rows " + run.tracks().size());
    }

    @Test
    void issue_24_lossesAndUnfinishedActionsAreSaid() throws IOException {
        EventScript script = new EventScript();
        int host = script.domain("host");
        script.kernel(1, "a", host, 0, 0, 1, 2, 10);
        script.add(new Event(Kind.ENQUEUED, 3, 0, host, Events.NOWHERE, "b", 2, 0, 0));
        script.lose(12_345);
        RunModel run = RunModel.of(script.events());
        TraceCounts counts = TraceFile.write(run, "t", folder.resolve("t.json"));
        assertEquals(12_345, counts.lost());
        assertEquals(1, counts.actions());
        assertEquals(1, counts.waiting());
        String text = Files.readString(folder.resolve("t.json"));
        assertTrue(text.contains("\"events lost\":12345"), text);
        assertTrue(text.contains("12345 events are missing"), text);
    }

    @Test
    void issue_24_hostileNamesAreEscaped() throws IOException {
        String hostile = "</script><img onerror=1>\"\\\n\u2028\ud800";
        EventScript script = new EventScript();
        script.kernel(1, hostile, script.domain("host"), 0, 0, 1, 2, 10);
        String text = text(RunModel.of(script.events()));
        assertEquals(List.of(), check(text).faults());
        assertFalse(text.contains("<"), text);
        assertTrue(text.chars().allMatch(c -> c < 127), text);
    }

    @Test
    void issue_24_timesAreExactDecimalsOfMicroseconds() throws IOException {
        EventScript script = new EventScript();
        script.kernel(1, "a", script.domain("host"), 0, 0, 1, 1_000_000_007L, 1_000_123_463L);
        String text = text(RunModel.of(script.events()));
        assertTrue(text.contains("\"ts\":1000000.007,\"dur\":123.456,"), text);
        assertFalse(text.contains("began"), text); // of simulated time there is no day
    }

    @Test
    void issue_24_theValidatorFindsWhatAViewerWouldDrop() throws IOException {
        String x = "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"a\",";
        String first = x + "\"ts\":1,\"dur\":5,\"args\":{\"action\":1}}";
        String second = x + "\"ts\":10,\"dur\":5,\"args\":{\"action\":2}}";
        String s =
                "{\"ph\":\"s\",\"pid\":1,\"tid\":1,\"cat\":\"c\",\"name\":\"n\",\"id\":\"1\",\"ts\":";
        String f =
                "{\"ph\":\"f\",\"bp\":\"e\",\"pid\":1,\"tid\":1,\"cat\":\"c\",\"name\":\"n\",\"id\":\"1\",\"ts\":";
        assertFault("", first, second, s + "5.999}", f + "10}");
        assertFault("cross", first, x + "\"ts\":4.5,\"dur\":5}");
        assertFault("there twice", first, x + "\"ts\":9,\"dur\":1,\"args\":{\"action\":1}}");
        assertFault("begins on no slice", first, second, s + "6}", f + "10}");
        assertFault("ends on no slice", first, second, s + "5}", f + "16}");
        assertFault("without a beginning", first, second, f + "10}");
        assertFault("without an end", first, second, s + "5}");
        assertFault("two arrows", first, second, s + "5}", s + "5}", f + "10}");
        assertFault("not tied", first, second, s + "5}", f.replace("\"bp\":\"e\",", "") + "10}");
        assertFault("before the beginning", first, second, s + "12}", f + "3}");
        assertFault("after an arrow", first, s + "5}", second, f + "10}");
        assertFault("phase 'B'", first, "{\"ph\":\"B\",\"ts\":1}");
        assertThrows(IOException.class, () -> check("{\"traceEvents\":[" + first));
        assertThrows(IOException.class, () -> check("{\"traceEvents\":[01]}"));
        assertThrows(IOException.class, () -> check("[]"));
    }

    private static void assertFault(String fault, String... lines) throws IOException {
        List<String> faults = check("{\"traceEvents\":[" + String.join(",", lines) + "]}").faults();
        assertEquals(fault.isEmpty(), faults.isEmpty(), faults::toString);
        assertTrue(fault.isEmpty() || faults.toString().contains(fault), faults::toString);
    }

    @Test
    void issue_24_whatCannotBeWrittenLeavesNothingAndReplacesNothing() throws IOException {
        RunModel run = RunModel.of(RandomRuns.events(1, 10));
        Path nowhere = folder.resolve("no/such/t.json");
        assertThrows(NoSuchFileException.class, () -> TraceFile.write(run, "t", nowhere));
        Path full = Files.createDirectories(folder.resolve("full/of"));
        assertThrows(IOException.class, () -> TraceFile.write(run, "t", full.getParent()));
        Files.delete(full);
        Files.delete(full.getParent());
        Path file = folder.resolve("t.json");
        Files.writeString(file, "old");
        TraceFile.write(run, "t", file);
        assertTrue(Files.readString(file).startsWith("{"));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(file), left.toList());
        }
    }
}
