package org.anabranch.jfr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import org.anabranch.api.Monitor;
import org.anabranch.console.model.PageModel;
import org.anabranch.events.EdgeSort;
import org.anabranch.events.Event;
import org.anabranch.events.EventScript;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Outcome;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.seeing.report.About;
import org.anabranch.seeing.report.ReportFile;
import org.anabranch.spi.analysis.Cause;
import org.anabranch.spi.support.Json;
import org.anabranch.spi.support.Quantity;
import org.anabranch.spi.support.Svg;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;

/** Tests that page, report and Flight Recorder say the same of one recorded log. */
class OneAnalysisTest {
    private static final int RUNS = 20;

    @TempDir Path folder;

    /** The verdict, the causes and the length of the path in one of the three outputs. */
    private record Said(String words, List<String> causes, String path) {}

    /** A run on a host and a card: dependences, transfers back and forth, pauses, failures. */
    private static EventScript script(Random random) {
        EventScript script = new EventScript();
        int host = script.domain("host");
        int card = script.domain("card:0");
        long now = 0;
        int count = 10 + random.nextInt(200);
        for (int action = 1; action <= count; action++) {
            long enqueued = now;
            long began = now + random.nextInt(3000);
            now = began + 1 + random.nextInt(action % 7 == 0 ? 90_000 : 5000);
            switch (random.nextInt(4)) {
                case 0 -> script.transfer(action, "b", host, card, 99, 0, enqueued, began, now);
                case 1 -> script.transfer(action, "b", card, host, 77, 0, enqueued, began, now);
                case 2 -> script.kernel(action, "k", host, 0, enqueued, began, began, now);
                default -> script.kernel(action, "c", card, 1, enqueued, enqueued, began, now);
            }
            if (action > 1 && random.nextBoolean()) {
                script.edge(action - 1, action, enqueued, EdgeSort.ORDER);
            }
            now += random.nextInt(5) == 0 ? random.nextInt(200_000) : -random.nextInt(1000);
            now = Math.max(now, began + 1);
        }
        int failed = Outcome.FAILED.ordinal();
        for (int i = random.nextInt(3); i > 0; i--) {
            script.add(new Event(Kind.FAILURE, now, failed, host, 0xFFF, "broken", 1, 0, 0));
        }
        return script.kernel(count + 1, "k", host, 0, now, now, now, now + 10_000)
                .lose(random.nextInt(2));
    }

    private Said report(Events events) throws Exception {
        Path file = folder.resolve("run.html");
        About about = new About("run", "run", "done", Map.of(), Map.of(), 0, List.of());
        String sentence = ReportFile.write(RunModel.of(events), about, file);
        String page = Files.readString(file);
        Files.delete(file);
        String causes =
                page.substring(page.indexOf("Why it took so long"), page.indexOf("Who ran what"));
        return new Said(
                sentence.replaceFirst("^Ran [^;]*; ", ""),
                Pattern.compile("<tr><td>(.*?)</td>")
                        .matcher(causes)
                        .results()
                        .map(row -> row.group(1))
                        .toList(),
                page.replaceAll("(?s).*each other takes ([^,]*),.*", "$1"));
    }

    private static Said page(Events events) {
        Class<?>[] types = {Monitor.class};
        Monitor nothing =
                (Monitor)
                        Proxy.newProxyInstance(
                                types[0].getClassLoader(), types, (proxy, m, a) -> List.of());
        PageModel model = new PageModel();
        model.add(events);
        model.look(nothing, 0);
        Map<String, Object> row = model.row(nothing, List.of());
        String path = Json.of(row.get("chain")).replaceAll(".*?\"nanos\":(\\d+).*", "$1");
        return new Said(
                row.get("sentence")
                        .toString()
                        .replaceFirst("^No job runs: in the last \\S+ \\S+ ", ""),
                ((List<?>) row.get("causes"))
                        .stream().map(cause -> Svg.escaped(((Cause) cause).what())).toList(),
                Quantity.time(Long.parseLong(path)));
    }

    private Said flight(Events events) throws Exception {
        Path file = folder.resolve("run.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            FlightWriter writer = new FlightWriter();
            writer.write(events);
            writer.writeSums(events.clock());
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> all = RecordingFile.readAllEvents(file);
        Files.delete(file);
        RecordedEvent verdict = of(all, "org.anabranch.Verdict").getFirst();
        return new Said(
                verdict.getString("words") + ".",
                of(all, "org.anabranch.Cause").stream()
                        .map(cause -> Svg.escaped(cause.getString("what")))
                        .toList(),
                Quantity.time(verdict.getLong("criticalPath")));
    }

    private static List<RecordedEvent> of(List<RecordedEvent> all, String type) {
        return all.stream().filter(event -> event.getEventType().getName().equals(type)).toList();
    }

    @Test
    void issue_45_pageReportAndFlightRecorderAgreeOnCausesPathAndVerdict() throws Exception {
        int causes = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            Events events = script(new Random(seed)).events();
            Said said = report(events);
            assertEquals(said, page(events), "seed " + seed);
            assertEquals(said, flight(events), "seed " + seed);
            causes += said.causes().size();
        }
        assertTrue(causes > 3 * RUNS, "causes " + causes);
    }
}
