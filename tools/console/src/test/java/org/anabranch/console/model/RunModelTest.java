package org.anabranch.console.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.JobRuns;
import org.anabranch.api.Monitor.WorkerReport;
import org.anabranch.events.DomainTime;
import org.anabranch.events.EdgeSort;
import org.anabranch.events.EventScript;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.TimePart;
import org.anabranch.spi.support.Json;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Issue 24: what events add up to on the live page. */
class RunModelTest {
    private final EventScript script = new EventScript();
    private final int host = script.domain("host");
    private final int card = script.domain("card:0");
    private final LogModel log = new LogModel();

    private void read() {
        log.add(script.events());
    }

    @Test
    void issue24_kernelsAndTransfersAddUp() {
        script.kernel(1, "gemm", host, 0, 0, 10, 20, 120);
        script.kernel(2, "gemm", host, 1, 0, 10, 20, 420);
        script.transfer(3, "a", host, card, 4096, 4, 100, 200, 700);
        script.kernel(4, "gemm", card, 1, 90, 700, 710, 810);
        read();
        assertEquals(2, log.kernels.get(new LogModel.KernelKey("gemm", host)).count());
        assertEquals(500, log.kernels.get(new LogModel.KernelKey("gemm", host)).nanos());
        assertEquals(100, log.kernels.get(new LogModel.KernelKey("gemm", card)).nanos());
        LogModel.Moved moved = log.moved.get(new LogModel.Way(host, card));
        assertEquals(4096, moved.bytes);
        assertEquals(500, moved.nanos);
        assertTrue(log.live.isEmpty());
        assertEquals(4, log.lanes.size());
    }

    @Test
    void issue24_longestChainIsThatOfTheEdges() {
        script.kernel(1, "a", host, 0, 0, 0, 0, 100);
        script.kernel(2, "b", host, 1, 1, 1, 1, 51);
        script.kernel(3, "c", host, 0, 2, 100, 100, 130);
        script.edge(1, 3, 3, EdgeSort.ORDER).edge(2, 3, 4, EdgeSort.ORDER);
        read();
        assertEquals(130, log.longest.way);
        Map<String, Object> chain = Listings.chain(log);
        assertEquals(2L, chain.get("steps"));
        assertEquals(
                List.of("a", "c"),
                ((List<?>) chain.get("last"))
                        .stream().map(step -> ((Map<?, ?>) step).get("name")).toList());
    }

    @Test
    void issue24_chainOfAMillionStepsKeepsTheLastOnes() {
        Step step = null;
        for (int i = 0; i < 1_000_000; i++) {
            step = new Step("a", 0, 1, step);
        }
        assertEquals(1_000_000, step.number);
        assertEquals(1_000_000, step.way);
        int kept = 0;
        for (Step one = step; one != null; one = one.before()) {
            kept++;
        }
        assertTrue(kept > Step.KEPT && kept <= 2 * Step.KEPT, "kept " + kept);
    }

    @Test
    void issue24_sentenceNamesHowLongAndWhatIsWaitedFor() {
        Map<String, Object> card =
                Map.of("id", "card:0", "shares", Map.of("busy", 0.5, "transfer", 0.4, "data", 0.1));
        JobRuns.Run run =
                new JobRuns.Run(1, "job", List.of(), 41.2, false, "", 0, 0, Double.NaN, 0);
        assertEquals(
                "One job runs, for 41 s: 1 of 1 domain was busy in the last 41 s, waiting mostly"
                        + " for transfers of card:0; nothing failed; there is no event log.",
                PageVerdict.sentence(List.of(card), List.of(run), 41_000_000_000L, log));
    }

    /** The page and the report add up alike: by one class, of the same events. */
    @Test
    void issue24_sharesAreThoseOfTheReport() {
        script.kernel(1, "a", card, 0, 0, 0, 0, 100);
        script.transfer(2, "x", host, card, 50, 3, 100, 150, 200);
        script.edge(2, 3, 100, EdgeSort.DATA);
        script.kernel(3, "b", card, 0, 100, 200, 230, 400);
        script.kernel(4, "c", host, 0, 500, 500, 500, 600);
        Events events = script.events();
        RecentTime recent = new RecentTime();
        Events half = new Events(events.dictionary(), events.clock(), 100);
        for (int i = 0; i < events.size(); i++) { // as it comes, bit by bit
            half.clear();
            events.copyTo(half, i);
            recent.add(half);
        }
        recent.look(0, List.of(), domain -> 1);
        assertEquals(600, recent.span());
        var reported =
                org.anabranch.seeing.model.RunModel.of(events).times(1).stream()
                        .collect(Collectors.toMap(DomainTime::domain, time -> time));
        assertEquals(Set.of(host, card), reported.keySet());
        reported.forEach(
                (domain, time) -> {
                    Map<String, Object> row = recent.row(domain);
                    assertEquals(5, row.size());
                    for (TimePart part : TimePart.values()) {
                        Object shown = row.get(part.name().toLowerCase(Locale.ROOT));
                        assertEquals(time.share(part), shown, part + " of " + time);
                    }
                });
        assertEquals(Double.NaN, recent.row(Events.NOWHERE).get("busy"));
    }

    /** A worker tells of its work when it rests. */
    @Test
    void issue24_aWorkerThatDoesNotRestIsSeenToBeBusy() {
        script.kernel(1, "a", card, 0, 0, 0, 0, 100);
        script.kernel(2, "b", card, 0, 400, 400, 400, 500);
        RecentTime recent = new RecentTime();
        Events events = script.events();
        Events now = new Events(events.dictionary(), events.clock(), 100);
        for (int i = 0; i < events.size(); i++) {
            events.copyTo(now, i);
            if (events.time(i) == 100 && events.kind(i) == Kind.RETIRED) {
                recent.add(now);
                recent.look(0, List.of(worker(0, "a task"), worker(1, "idle")), domain -> 2);
                now.clear();
            }
        }
        recent.add(now);
        recent.look(0, List.of(worker(0, "a task"), worker(1, "idle")), domain -> 2);
        assertEquals(0.4, recent.row(host).get("busy")); // one of two, from 100 to 500
        recent.look(0, List.of(worker(0, "idle"), worker(1, "idle")), domain -> 2);
        assertEquals(1.0, recent.row(host).get("none"));
    }

    private static WorkerReport worker(int number, String activity) {
        return new WorkerReport("anabranch-worker-" + number, activity, 0, 0, 0);
    }

    @Test
    void issue24_lossIsCounted() {
        script.kernel(1, "a", host, 0, 0, 0, 0, 100).lose(7);
        read();
        assertEquals(7, log.lost);
        assertEquals(log.made, script.events().size() + 7);
    }

    @Test
    void issue24_laneAddsUpAtEveryGrain() {
        LaneHistory lane = new LaneHistory();
        long second = 1_000_000_000L;
        for (int i = 0; i < 10; i++) {
            lane.add(i * second, i * second + second / 2, 5, LaneHistory.Use.WORK);
        }
        for (int columns : new int[] {10, 20, 100, 1000}) {
            int[][] share = new int[3][columns];
            int[] names = new int[columns];
            lane.read(0, 10 * second, share, names);
            double mean = java.util.Arrays.stream(share[0]).average().orElse(-1);
            assertEquals(50, mean, 5, columns + " columns");
            assertEquals(5, names[0]);
        }
    }

    @Test
    void issue24_laneForgetsAndDoesNotGrow() {
        LaneHistory lane = new LaneHistory();
        long hour = 3_600_000_000_000L;
        lane.add(0, 1000, 1, LaneHistory.Use.WORK);
        lane.add(90 * hour, 100 * hour, 2, LaneHistory.Use.WORK);
        int[][] share = new int[3][1];
        int[] names = new int[1];
        lane.read(100 * hour - 2000, 100 * hour, share, names);
        assertEquals(2, names[0]);
        lane.read(0, 1000, share, names);
        assertEquals(List.of(0, 0, 0), List.of(share[0][0], share[1][0], share[2][0]));
    }

    @Test
    void issue24_shortWindowFarBackIsReadFromACoarserGrain() {
        LaneHistory lane = new LaneHistory();
        long minute = 60_000_000_000L;
        lane.add(minute, 2 * minute, 3, LaneHistory.Use.WORK);
        lane.add(10 * minute, 11 * minute, 4, LaneHistory.Use.WORK);
        int[][] share = new int[3][10];
        int[] names = new int[10];
        lane.read(minute + 1000, minute + 1_000_000, share, names);
        assertEquals(3, names[5]);
        assertTrue(share[0][5] > 0);
    }

    @Test
    void issue24_quantilesAreThoseOfTheSortedValues() {
        RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
        Durations durations = new Durations();
        long[] all = random.longs(10_000, 100, 1_000_000).sorted().toArray();
        for (long one : all) {
            durations.add(one);
        }
        for (double share : new double[] {0.25, 0.5, 0.75}) {
            double exact = all[(int) Math.ceil(share * all.length) - 1];
            assertEquals(exact, durations.quantile(share), exact / 16);
        }
        assertEquals(all[0], durations.row().get("min"));
    }

    @Test
    void issue24_graphLayersFollowTheArrows() {
        GroupGraph graph = new GroupGraph();
        graph.ran("a", "host", 1);
        graph.waited("a", "host", "b", "host");
        graph.waited("b", "host", "c", "host");
        graph.waited("c", "host", "a", "host"); // a ring
        List<?> nodes = (List<?>) graph.row().get("nodes");
        assertEquals(
                List.of(0, 1, 2),
                nodes.stream().map(node -> ((Map<?, ?>) node).get("layer")).toList());
    }

    @Test
    void issue24_hostileNamesStayTexts() {
        String name = "</script><img src=x onerror=alert(1)>\"\\\n\u2028";
        script.kernel(1, name, host, 0, 0, 0, 0, 100);
        PageModel model = new PageModel();
        model.add(script.events());
        String json = Json.inHtml(model.lanes(0, 1000, 10));
        assertFalse(json.contains("<"), json);
        assertTrue(json.contains("\\u003c/script\\u003e"), json);
        assertFalse(json.contains("\u2028") || json.contains("\n"), json);
    }
}
