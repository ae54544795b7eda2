package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Traces and reports of real runs, read without the code that writes them. */
@EnabledOnOs(OS.LINUX)
class SeeingTest {
    @TempDir Path temporary;
    private Checkout checkout;

    @BeforeEach
    void copy() throws Exception {
        checkout = Checkout.in(temporary.resolve("checkout"));
    }

    private Checkout.Outcome script(Map<String, String> more, String input, String... words)
            throws Exception {
        List<String> command = new ArrayList<>(List.of(checkout.script().toString()));
        command.addAll(List.of(words));
        return checkout.run(more, input, command.toArray(String[]::new));
    }

    private static String field(String line, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":\"?([^\",}]*)").matcher(line);
        return found.find() ? found.group(1) : "";
    }

    private static long nanos(String line, String name) {
        return Math.round(Double.parseDouble(field(line, name)) * 1000);
    }

    /** Cholesky on the host, an OpenCL device if there is one, and two cards. */
    @Test
    void issue_24_theTraceOfCholeskyOnAllDevicesIsWhatTheMonitorSaw() throws Exception {
        String opencl =
                script(Map.of(), "", "-c", "domains").out().contains("opencl") ? ",opencl" : "";
        Checkout.Outcome run =
                script(
                        Map.of("ANABRANCH_JVM", "-Danabranch.mic.cards=2"),
                        "",
                        "run",
                        "cholesky",
                        "--tile",
                        "48",
                        "--domains",
                        "host,mic" + opencl,
                        "--trace-to",
                        "t.json",
                        "--report",
                        "r.html",
                        "--json");
        assertEquals(0, run.status(), run::toString);
        assertTrue(run.err().contains("0 events lost"), run::toString);
        List<String> lines = Files.readAllLines(checkout.folder().resolve("t.json"));
        JsonText.check(String.join("", lines), "the trace");
        assertEachActionOnceAndNoneAcrossAnother(lines);
        Map<String, Long> busy = busy(lines);
        Matcher where =
                Pattern.compile("\"domain\":\"([^\"]+)\"[^}]*\"busySeconds\":([0-9.E-]+)")
                        .matcher(run.out());
        int domains = 0;
        while (where.find()) {
            domains++;
            double seen = Double.parseDouble(where.group(2)) * 1e9;
            double drawn = busy.getOrDefault(where.group(1), 0L);
            assertEquals(seen, drawn, 0.01 * seen + 1, where.group(1) + " of " + busy);
        }
        assertTrue(domains >= 3, run::out);
        String page = Files.readString(checkout.folder().resolve("r.html"));
        assertTrue(page.contains("mic:1") && page.contains("dgemm"), page);
    }

    private static void assertEachActionOnceAndNoneAcrossAnother(List<String> lines) {
        Set<String> actions = new HashSet<>();
        Map<String, List<long[]>> rows = new TreeMap<>();
        for (String line : lines) {
            if (field(line, "ph").equals("X")) {
                String action = field(line, "action");
                assertTrue(action.isEmpty() || actions.add(action), line);
                long start = nanos(line, "ts");
                rows.computeIfAbsent(field(line, "tid"), key -> new ArrayList<>())
                        .add(new long[] {start, start + nanos(line, "dur")});
            }
        }
        assertTrue(actions.size() > 100, "actions " + actions.size());
        rows.forEach(
                (row, slices) -> {
                    for (long[] one : slices) {
                        for (long[] other : slices) {
                            boolean across =
                                    one[0] < other[0] && other[0] < one[1] && one[1] < other[1];
                            assertFalse(across, "row " + row + " at " + other[0]);
                        }
                    }
                });
    }

    private static Map<String, Long> busy(List<String> lines) {
        Map<String, String> processes = new HashMap<>();
        Map<String, Long> busy = new HashMap<>();
        for (String line : lines) {
            if (line.contains("\"process_name\"")) {
                processes.put(
                        field(line, "pid"), line.replaceAll(".*\"name\":\"([^\"]+)\"}}.*", "$1"));
            }
        }
        for (String line : lines) {
            boolean work = Set.of("run", "transfer", "piece").contains(field(line, "cat"));
            if (field(line, "ph").equals("X") && work) {
                busy.merge(processes.get(field(line, "pid")), nanos(line, "dur"), Long::sum);
            }
        }
        return busy;
    }

    @Test
    void issue_24_commandsRecordDrawAndSayWhatIsWrong() throws Exception {
        String input =
                """
                trace start a.json
                run add 100000
                trace
                graph g.dot
                trace stop
                """;
        Checkout.Outcome outcome = script(Map.of(), input);
        assertEquals(0, outcome.status(), outcome::toString);
        assertTrue(outcome.out().contains("a trace is running, into"), outcome::toString);
        assertTrue(outcome.out().contains("wrote the trace"), outcome::toString);
        assertTrue(Files.readString(checkout.folder().resolve("g.dot")).contains("digraph"));
        List<String> trace = Files.readAllLines(checkout.folder().resolve("a.json"));
        JsonText.check(String.join("", trace), "trace");
        Checkout.Outcome wrong = script(Map.of(), "", "-c", "trace start none/a.json");
        assertEquals(2, wrong.status(), wrong::toString);
        assertTrue(wrong.err().contains("there is no folder"), wrong::toString);
        Checkout.Outcome early = script(Map.of(), "", "-c", "graph g.dot");
        assertTrue(early.err().contains("nothing is recorded"), early::toString);
    }

    @Test
    void issue_24_theStartScriptTracesFromTheStartToTheEnd() throws Exception {
        Checkout.Outcome outcome =
                script(Map.of("ANABRANCH_TRACE", "a b.json"), "", "run", "add", "1000");
        assertEquals(0, outcome.status(), outcome::toString);
        String trace = Files.readString(checkout.folder().resolve("a b.json"));
        assertTrue(trace.contains("\"action\":"), trace);
        Checkout.Outcome refused =
                script(Map.of("ANABRANCH_TRACE", "none/a.json"), "", "--version");
        assertEquals(2, refused.status(), refused::toString);
    }
}
