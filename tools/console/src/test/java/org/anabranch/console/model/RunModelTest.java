package org.anabranch.console.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.JobRuns;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.WorkerReport;
import org.anabranch.events.EdgeSort;
import org.anabranch.events.EventScript;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.TimePart;
import org.anabranch.spi.analysis.KernelTimes;
import org.anabranch.spi.analysis.LinkTimes;
import org.anabranch.spi.analysis.RecentTime;
import org.anabranch.spi.analysis.TimeUse;
import org.anabranch.spi.support.Json;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.List;

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
        assertEquals(
                List.of(
                        new KernelTimes("gemm", "host", 2, 0, 500, 100, 100, 100, 400, 400),
                        new KernelTimes("gemm", "card:0", 1, 0, 100, 100, 100, 100, 100, 100)),
                log.totals.kernels());
        assertEquals(List.of(new LinkTimes("host", "card:0", 1, 4096, 500, 0)), log.totals.links());
        assertTrue(log.totals.actions().open().isEmpty());
        assertEquals(4, log.lanes.size());
    }

    @Test
    void issue24_longestChainIsThatOfTheEdges() {
        script.kernel(1, "a", host, 0, 0, 0, 0, 100);
        script.kernel(2, "b", host, 1, 1, 1, 1, 51);
        script.kernel(3, "c", host, 0, 2, 100, 100, 130);
        script.edge(1, 3, 3, EdgeSort.ORDER).edge(2, 3, 4, EdgeSort.ORDER);
        read();
        Listings.ChainRow chain = Listings.chain(log);
        assertEquals(130, chain.nanos());
        assertEquals(2, chain.steps());
        assertEquals(List.of("a", "c"), chain.last().stream().map(Listings.StepRow::name).toList());
    }

    @Test
    void issue24_sentenceNamesHowLongAndWhatIsWaitedFor() {
        script.kernel(1, "a", card, 0, 0, 0, 0, 50);
        script.transfer(2, "x", host, card, 50, 0, 50, 60, 100);
        JobRuns.Run run =
                new JobRuns.Run(1, "job", List.of(), 41.2, false, "", 0, 0, Double.NaN, 0);
        PageModel model = new PageModel();
        assertEquals(
                "One job runs, for 41 s: there is no event log; no action ran; no events lost.",
                model.row(null, List.of(run)).get("sentence"));
        model.add(script.events());
        model.look(monitor(), 0);
        assertEquals(
                "One job runs, for 41 s: in the last 100 ns busy: card:0 50.0 %; most was lost"
                        + " while card:0 moved data, 40.0 %; nothing failed; no events lost.",
                model.row(null, List.of(run)).get("sentence"));
    }

    /** A monitor of nothing. */
    private static Monitor monitor() {
        Class<?>[] types = {Monitor.class};
        return (Monitor)
                Proxy.newProxyInstance(
                        Monitor.class.getClassLoader(),
                        types,
                        (proxy, method, arguments) -> List.of());
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
        for (int i = 0; i < events.size(); i++) { // as it comes, bit by bit
            recent.add(events, i);
        }
        TimeUse use = recent.use(0, List.of(), domain -> 1);
        assertEquals(600, use.span());
        assertEquals(2, use.domains().size());
        assertEquals(
                org.anabranch.seeing.model.RunModel.of(events).use(1).domains(), use.domains());
        PageModel model = new PageModel();
        assertEquals(Double.NaN, model.shares(Events.NOWHERE).get("busy"));
    }

    /** A worker tells of its work when it rests. */
    @Test
    void issue24_aWorkerThatDoesNotRestIsSeenToBeBusy() {
        script.kernel(1, "a", card, 0, 0, 0, 0, 100);
        script.kernel(2, "b", card, 0, 400, 400, 400, 500);
        RecentTime recent = new RecentTime();
        Events events = script.events();
        for (int i = 0; i < events.size(); i++) {
            recent.add(events, i);
            if (events.time(i) == 100 && events.kind(i) == Kind.RETIRED) {
                recent.use(0, List.of(worker(0, "a task"), worker(1, "idle")), domain -> 2);
            }
        }
        TimeUse use = recent.use(0, List.of(worker(0, "a task"), worker(1, "idle")), domain -> 2);
        assertEquals(0.4, busy(use, host)); // one of two, from 100 to 500
        use = recent.use(0, List.of(worker(0, "idle"), worker(1, "idle")), domain -> 2);
        assertEquals(0, busy(use, host));
    }

    private static double busy(TimeUse use, int domain) {
        return use.domains().stream()
                .filter(time -> time.domain() == domain)
                .mapToDouble(time -> time.share(TimePart.BUSY))
                .sum();
    }

    private static WorkerReport worker(int number, String activity) {
        return new WorkerReport("worker-" + number, activity, 0, 0, 0);
    }

    @Test
    void issue24_lossIsCounted() {
        script.kernel(1, "a", host, 0, 0, 0, 0, 100).lose(7);
        read();
        assertEquals(7, log.totals.lost());
        assertEquals(log.totals.made(), script.events().size() + 7);
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
    void issue24_graphLayersFollowTheArrows() {
        GroupGraph graph = new GroupGraph();
        graph.ran("a", "host", 1);
        graph.waited("a", "host", "b", "host");
        graph.waited("b", "host", "c", "host");
        graph.waited("c", "host", "a", "host"); // a ring
        assertEquals(
                List.of(0, 1, 2),
                graph.row().nodes().stream().map(GroupGraph.Node::layer).toList());
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
