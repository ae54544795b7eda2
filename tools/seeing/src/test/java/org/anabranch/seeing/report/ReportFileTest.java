package org.anabranch.seeing.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.events.DomainTime;
import org.anabranch.events.EdgeSort;
import org.anabranch.events.Event;
import org.anabranch.events.EventScript;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Outcome;
import org.anabranch.events.TimePart;
import org.anabranch.seeing.RandomRuns;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.spi.analysis.Cause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reports of scripts. */
class ReportFileTest {
    private static final About ABOUT =
            new About(
                    "run x",
                    "run x",
                    "verified",
                    Map.of("processors", "2"),
                    Map.of(),
                    0,
                    List.of());

    @TempDir Path folder;

    private String page(RunModel run) throws IOException {
        Path file = folder.resolve("r.html");
        ReportFile.write(run, ABOUT, file);
        return Files.readString(file);
    }

    @Test
    void issue_24_fiveSharesAreAllOfTheTimeOfAllLanes() {
        for (int seed = 0; seed < 200; seed++) {
            RunModel run = RunModel.of(RandomRuns.of(new Random(seed), 1 + seed, 3).events());
            for (DomainTime one : run.use(3).domains()) {
                String which = "seed " + seed + ": " + one;
                assertEquals(one.lanes() * run.wall(), one.all(), which);
                assertTrue(one.busy() >= 0 && one.none() >= 0 && one.overhead() >= 0, which);
                assertTrue(one.work() <= one.all(), which);
            }
        }
    }

    /**
     * By such clocks a lane does two things at once, and what waited overlaps what it waited for.
     */
    @Test
    void issue_24_clocksOfDevicesThatAreWrongGiveSharesAllTheSame() {
        for (int seed = 0; seed < 200; seed++) {
            RunModel run = RunModel.of(RandomRuns.skewed(seed, 1 + seed, 1 + 20 * seed));
            for (DomainTime one : run.use(4).domains()) {
                String which = "seed " + seed + ": " + one;
                assertEquals(one.lanes() * run.wall(), one.all(), which);
                for (TimePart part : TimePart.values()) {
                    assertTrue(one.share(part) >= 0 && one.share(part) <= 1, which);
                }
            }
        }
    }

    @Test
    void issue_24_aLaneIsBusyMovesDataWaitsForDataIsBetweenActionsOrHasNoWork() {
        EventScript script = new EventScript();
        int host = script.domain("host");
        int card = script.domain("card:0");
        script.kernel(1, "first", card, 0, 0, 0, 0, 100)
                .transfer(2, "x", host, card, 50, 3, 100, 150, 200)
                .edge(2, 3, 100, EdgeSort.DATA)
                .add(new Event(Kind.READY, 100, 0, card, Events.NOWHERE, "", 3, 0, 1))
                .kernel(3, "second", card, 0, 100, 200, 230, 400)
                .kernel(4, "last", host, 0, 500, 500, 500, 600);
        DomainTime shares =
                RunModel.of(script.events()).use(1).domains().stream()
                        .filter(one -> one.domain() == card)
                        .findFirst()
                        .orElseThrow();
        assertEquals(270, shares.busy());
        assertEquals(50, shares.transfer());
        assertEquals(50, shares.data());
        assertEquals(30, shares.overhead());
        assertEquals(200, shares.none());
        assertEquals(320, shares.work());
    }

    @Test
    void issue_24_aWaitWithinATaskIsNotWork() {
        EventScript script = new EventScript();
        int host = script.domain("host");
        script.kernel(1, "outer", host, 0, 0, 0, 0, 100)
                .add(new Event(Kind.WAIT, 80, 0, host, 0, "w", 2, 20, 0))
                .kernel(2, "on top", host, 0, 30, 30, 30, 40)
                .add(new Event(Kind.BUSY, 100, 0, host, 0, "", 0, 0, 2));
        DomainTime shares = RunModel.of(script.events()).use(1).domains().getFirst();
        assertEquals(20 + 10 + 20, shares.busy());
        assertEquals(50, shares.none());
        int spare = Events.FIRST_SPARE;
        script.kernel(3, "outer", host, spare, 0, 0, 0, 100)
                .add(new Event(Kind.WAIT, 100, 0, host, spare, "w", 4, 30, 0));
        DomainTime more = RunModel.of(script.events()).use(1).domains().getFirst();
        assertEquals(1, more.lanes());
        assertEquals(100 + 30, more.all()); // a spare counts while it runs
    }

    @Test
    void issue_24_aReportOfAHundredThousandActionsIsSmallAndOneFile() throws IOException {
        String page = page(RunModel.of(RandomRuns.events(1, 75_000)));
        assertTrue(page.length() < 2_000_000, "bytes " + page.length());
        assertTrue(Pattern.compile("<rect ").matcher(page).results().count() <= 2000);
        assertFalse(Pattern.compile("(?i)(src|href)=|url\\(|@import|https?:").matcher(page).find());
        assertFalse(page.contains("<script>"), "script");
    }

    @Test
    void issue_24_hostileNamesStayText() throws IOException {
        String hostile = "</script><img src=x onerror=1>\"'&\u202e";
        EventScript script = new EventScript();
        int host = script.domain("host");
        script.kernel(1, hostile, host, 0, 0, 1, 2, 10)
                .add(
                        new Event(
                                Kind.FAILURE,
                                9,
                                Outcome.FAILED.ordinal(),
                                host,
                                Events.NOWHERE,
                                hostile,
                                1,
                                0,
                                0));
        Path file = folder.resolve("r.html");
        About about =
                new About(
                        hostile,
                        hostile,
                        hostile,
                        Map.of(hostile, hostile),
                        Map.of(),
                        1,
                        List.of(hostile));
        ReportFile.write(RunModel.of(script.events()), about, file);
        String page = Files.readString(file);
        assertFalse(page.contains("<img"), page);
        assertFalse(page.contains("\u202e"), page);
        assertEquals(1, Pattern.compile("</script>").matcher(page).results().count());
    }

    @Test
    void issue_24_theReportThatWasThereIsComparedAndReplaced() throws IOException {
        EventScript script = new EventScript();
        script.kernel(1, "gemm é", script.domain("host"), 0, 0, 0, 0, 1000);
        assertTrue(page(RunModel.of(script.events())).contains("There was none."));
        EventScript slower = new EventScript();
        slower.kernel(1, "gemm é", slower.domain("host"), 0, 0, 0, 0, 1500);
        String second = page(RunModel.of(slower.events()));
        assertTrue(second.contains("median of gemm é, host</td><td class=\"n\">1.00 µs"), second);
        assertTrue(second.contains("+50.0 %"), second);
        assertTrue(page(RunModel.of(slower.events())).contains("about the same"));
    }

    @Test
    void issue_24_whatIsNoReportIsNotReplaced() throws IOException {
        Path file = folder.resolve("r.html");
        RunModel run = RunModel.of(RandomRuns.events(1, 3));
        for (String other :
                List.of(
                        "my letters",
                        "<script type=\"text/plain\" id=\"anabranch-figures\">!</script>")) {
            Files.writeString(file, other);
            IOException refused =
                    assertThrows(IOException.class, () -> ReportFile.write(run, ABOUT, file));
            assertTrue(
                    refused.getMessage().contains("r.html is not replaced"), refused.getMessage());
            assertEquals(other, Files.readString(file));
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(file), left.toList());
        }
    }

    @Test
    void issue_24_theVerdictNamesWhatWasLostFailedAndMissing() {
        EventScript script = new EventScript();
        int host = script.domain("host");
        script.kernel(1, "a", host, 0, 0, 0, 0, 10).kernel(2, "b", host, 0, 0, 0, 90, 100);
        script.add(new Event(Kind.FAILURE, 99, Outcome.FAILED.ordinal(), host, 0, "x", 2, 0, 0));
        script.lose(7);
        assertEquals(
                "Ran 100 ns; busy: host 20.0 %; most was lost while host was between actions,"
                        + " 80.0 %; 1 action failed; 7 events lost.",
                Figures.of(RunModel.of(script.events()), 1).sentence());
    }

    @Test
    void issue_24_timeInWhichNothingWasEnqueuedIsTheProgramsAndBoundsTheRun() {
        EventScript script = new EventScript();
        int host = script.domain("host");
        script.kernel(1, "a", host, 0, 0, 0, 0, 10)
                .kernel(2, "b", host, 0, 70, 70, 70, 90)
                .edge(1, 2, 70, EdgeSort.ORDER)
                .add(new Event(Kind.BUSY, 100, 0, host, 0, "", 0, 85, 2));
        Figures figures = Figures.of(RunModel.of(script.events()), 1);
        assertEquals(60, figures.use().gaps());
        assertEquals(100 / 90.0, figures.verdict().bound());
        assertTrue(
                figures.sentence().contains("lost while the program enqueued nothing, 60.0 %"),
                figures.sentence());
        List<String> causes = figures.verdict().causes().stream().map(Cause::what).toList();
        assertTrue(causes.getFirst().startsWith("For 60 ns, 60.0 % of the run"), causes::toString);
        assertFalse(causes.toString().contains("had no work"), causes::toString);
    }

    @Test
    void issue_24_aCauseIsNamedOnceForAllDomains() {
        EventScript script = new EventScript();
        int first = script.domain("card:0");
        int second = script.domain("card:1");
        script.kernel(1, "a", first, 0, 0, 0, 0, 100).kernel(2, "b", first, 1, 0, 0, 0, 30);
        script.kernel(3, "c", second, 0, 0, 0, 0, 20);
        List<String> causes =
                Figures.of(RunModel.of(script.events()), 1).verdict().causes().stream()
                        .map(Cause::what)
                        .filter(what -> what.contains("had no work"))
                        .toList();
        assertEquals(List.of("card:1 had no work for 80.0 % of its time, card:0 35.0 %."), causes);
    }

    @Test
    void issue_24_oneRunFarFromTheOthersIsSaid() {
        EventScript script = new EventScript();
        int host = script.domain("host");
        for (int i = 0; i < 10; i++) {
            long start = i == 0 ? 0 : 900 + 10 * i;
            script.kernel(i + 1, "k", host, 0, start, start, start, i == 0 ? 900 : start + 10);
        }
        List<String> causes =
                Figures.of(RunModel.of(script.events()), 1).verdict().causes().stream()
                        .map(Cause::what)
                        .toList();
        String text = "One of the 10 runs of k on host took 900 ns, half of them less than 10 ns.";
        assertTrue(causes.contains(text), causes::toString);
    }

    @Test
    void issue_24_nothingIsSaidOfNothing() throws IOException {
        String page = page(RunModel.of(new EventScript().events()));
        assertTrue(page.contains("no action ran"), page);
        assertFalse(page.contains("NaN"), page);
    }
}
