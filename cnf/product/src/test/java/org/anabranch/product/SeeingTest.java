package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
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

    /** A shell that has run something and goes on, with a trace of all that it does. */
    private Process traced(String file) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(checkout.script().toString());
        builder.environment().clear();
        builder.environment().putAll(checkout.environment());
        builder.environment().put("ANABRANCH_TRACE", file);
        builder.directory(checkout.folder().toFile());
        builder.redirectError(checkout.folder().resolve("err.txt").toFile());
        Process process = builder.start();
        process.outputWriter().append("run add 1000\n").flush();
        for (String line = ""; !line.startsWith("ran on"); ) {
            line = process.inputReader().readLine();
            assertNotNull(line, "it has ended");
        }
        return process;
    }

    /** Cholesky bound to the host, an OpenCL device if there is one, and two cards. */
    @Test
    void issue_24_theTraceOfCholeskyOnAllDevicesIsWhatTheMonitorSaw() throws Exception {
        Path bundles = checkout.folder().resolve("cnf/target/product/bundle");
        BundleJar.write(bundles, "factor", TiledFactor.class, TiledFactor.class.getName());
        boolean opencl = script(Map.of(), "", "-c", "domains").out().contains("opencl:0");
        String named = opencl ? "host,opencl:0,mic:0,mic:1" : "host,mic:0,mic:1";
        String words = "run factor --trace-to t.json --report r.html --json --domains " + named;
        Checkout.Outcome run =
                script(Map.of("ANABRANCH_JVM", "-Danabranch.mic.cards=2"), "", words.split(" "));
        assertEquals(0, run.status(), run::toString);
        assertTrue(run.err().contains("0 events lost"), run::toString);
        assertFalse(run.err().contains("not drawn"), run::toString);
        List<String> lines = Files.readAllLines(checkout.folder().resolve("t.json"));
        JsonText.check(String.join("", lines), "the trace");
        Set<String> domains = Set.of(named.split(","));
        assertEachActionOnceAndNoneAcrossAnother(lines);
        assertSumsAreTheMonitors(run.out(), lines, domains);
        assertEachWaitIsAnArrow(lines);
        assertRowsAndCounters(lines, domains);
        String page = Files.readString(checkout.folder().resolve("r.html"));
        for (String domain : domains) {
            assertTrue(page.contains("<td>dgemm</td><td>" + domain + "</td>"), domain);
        }
    }

    private static void assertSumsAreTheMonitors(
            String told, List<String> lines, Set<String> domains) {
        Map<String, Long> busy = busy(lines);
        String domain = "\"domain\":\"([^\"]+)\",\"generation\":1,\"actions\":(\\d+)";
        Matcher where = Pattern.compile(domain + "[^}]*\"busySeconds\":([0-9.E-]+)").matcher(told);
        Set<String> seen = new HashSet<>();
        while (where.find()) {
            seen.add(where.group(1));
            assertTrue(Long.parseLong(where.group(2)) > TiledFactor.ACROSS, where.group());
            double nanos = Double.parseDouble(where.group(3)) * 1e9;
            double drawn = busy.getOrDefault(where.group(1), 0L);
            assertEquals(nanos, drawn, 0.01 * nanos + 1, where.group(1) + " of " + busy);
        }
        assertEquals(domains, seen);
    }

    /** All was enqueued before anything ran, so each kernel but the first waits for another one. */
    private static void assertEachWaitIsAnArrow(List<String> lines) {
        Map<String, List<String>> slices = new HashMap<>();
        for (String line : lines) {
            if (field(line, "ph").equals("X")) {
                slices.computeIfAbsent(field(line, "tid"), key -> new ArrayList<>()).add(line);
            }
        }
        Set<String> waiting = new HashSet<>();
        for (String line : lines) {
            if (field(line, "ph").equals("f") && !field(line, "cat").equals("steal")) {
                waiting.add(innermost(slices.get(field(line, "tid")), nanos(line, "ts")));
            }
        }
        List<String> kernels =
                slices.values().stream()
                        .flatMap(List::stream)
                        .filter(line -> field(line, "cat").equals("run"))
                        .filter(line -> field(line, "name").matches("d(potrf|trsm|syrk|gemm)"))
                        .toList();
        int across = TiledFactor.ACROSS;
        assertEquals(across * (across + 1) * (across + 2) / 6, kernels.size());
        List<String> alone = kernels.stream().filter(line -> !waiting.contains(line)).toList();
        assertTrue(alone.size() <= 1, alone::toString);
    }

    private static void assertRowsAndCounters(List<String> lines, Set<String> domains) {
        Map<String, String> processes = processes(lines);
        StringBuilder rows = new StringBuilder();
        Set<String> counters = new HashSet<>();
        for (String line : lines) {
            String process = processes.get(field(line, "pid"));
            if (line.contains("\"thread_name\"")) {
                rows.append(process).append(line.replaceAll(".*\"args\":\\{\"name\":", " "));
            } else if (field(line, "ph").equals("C")) {
                counters.add(process + " " + field(line, "name"));
            }
        }
        for (String domain : domains) {
            boolean host = domain.equals("host");
            assertTrue(counters.contains(domain + " actions"), counters::toString);
            String lane = domain + (host ? " \"worker 0\"" : " \"lane 0\"");
            assertTrue(rows.indexOf(lane) >= 0, lane + " of " + rows);
            String link = domain + " \"link from host\"";
            assertEquals(!host, rows.indexOf(link) >= 0, link + " of " + rows);
        }
    }

    private static String innermost(List<String> slices, long time) {
        String found = "";
        long shortest = Long.MAX_VALUE;
        for (String line : slices) {
            long start = nanos(line, "ts");
            long length = nanos(line, "dur");
            if (start <= time && time < start + length && length < shortest) {
                found = line;
                shortest = length;
            }
        }
        return found;
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

    private static Map<String, String> processes(List<String> lines) {
        Map<String, String> processes = new HashMap<>();
        for (String line : lines) {
            if (line.contains("\"process_name\"")) {
                processes.put(
                        field(line, "pid"), line.replaceAll(".*\"name\":\"([^\"]+)\"}}.*", "$1"));
            }
        }
        return processes;
    }

    private static Map<String, Long> busy(List<String> lines) {
        Map<String, String> processes = processes(lines);
        Map<String, Long> busy = new HashMap<>();
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

    /** What is refused is one line, and leaves no file. */
    @Test
    void issue_24_wrongMomentsAreOneLineAndFilesThatAreNotWrittenAreSaidAtTheEnd()
            throws Exception {
        Checkout.Outcome twice =
                script(Map.of(), "trace start a.json\ntrace start b.json\n"); // and no stop
        assertEquals(1, twice.status(), twice::toString);
        assertTrue(
                twice.err()
                        .matches(
                                "error: a trace is running already, into \\S+a.json; 'trace stop'"
                                        + " ends it\nwrote the trace \\S+a.json: [^\n]+\n"),
                twice::toString);
        JsonText.check(
                Files.readString(checkout.folder().resolve("a.json")).replace("\n", ""), "a");
        Checkout.Outcome early = script(Map.of(), "", "-c", "trace stop");
        assertEquals("error: no trace is running; 'trace start FILE' begins one\n", early.err());
        Files.createDirectory(checkout.folder().resolve("away"));
        Process process = traced("away/t.json");
        Files.delete(checkout.folder().resolve("away"));
        process.outputWriter().close();
        process.inputReader().transferTo(java.io.Writer.nullWriter());
        assertEquals(1, process.waitFor());
        String lost = checkout.err();
        String line = "error: cannot write away/t.json: its folder is not there";
        assertTrue(lost.startsWith(line), lost);
        assertEquals(1, lost.lines().count(), lost);
    }

    @Test
    void issue_24_aJobThatFailsHasItsReport() throws Exception {
        Files.writeString(
                checkout.folder().resolve("indefinite.mtx"),
                """
                %%MatrixMarket matrix coordinate real symmetric
                4 4 5
                1 1 1
                2 1 3
                2 2 1
                3 3 1
                4 4 1
                """);
        String words = "run cholesky indefinite.mtx --tile 2 --report f.html";
        Checkout.Outcome failed = script(Map.of(), "", words.split(" "));
        assertEquals(2, failed.status(), failed::toString);
        String page = Files.readString(checkout.folder().resolve("f.html"));
        assertTrue(page.contains("pivot 2 is -8.0"), page);
        assertTrue(page.contains("class=\"verdict bad\""), page);
    }

    @Test
    void issue_24_wordsAreCompletedAndACancelledJobHasItsFiles() throws Throwable {
        String folder = checkout.folder() + "/";
        try (PseudoTerminal terminal = checkout.terminal(200)) {
            terminal.await("anabranch> ");
            terminal.type("trace star\t" + folder + "c.json\r");
            terminal.await("a trace is running, into");
            terminal.await("anabranch> ");
            terminal.type("run nbody --bodies 5000 --steps 100000 --trace-t\t");
            terminal.await("--trace-to ");
            terminal.type(folder + "d.json --rep\t" + folder + "d.html\r");
            terminal.await("5000 bodies");
            terminal.type("\u0003");
            terminal.await("wrote the report");
            terminal.await("anabranch> ");
            terminal.type("graph " + folder + "g.dot\r");
            terminal.await("wrote " + folder + "g.dot");
            terminal.await("anabranch> ");
            terminal.type("exit\r");
            terminal.await("wrote the trace");
            assertEquals(0, terminal.status());
        }
        for (String file : List.of("c.json", "d.json")) {
            String trace = Files.readString(checkout.folder().resolve(file));
            JsonText.check(trace.replace("\n", ""), file);
        }
        String cancelled = Files.readString(checkout.folder().resolve("d.html"));
        assertTrue(cancelled.contains("; cancelled</p>"), cancelled);
    }

    /** Ctrl-C where nothing can be cancelled ends the process: the trace is whole, or not there. */
    @Test
    void issue_24_anEndBySignalLeavesAWholeTrace() throws Throwable {
        Process process = traced("s.json");
        process.toHandle().destroy(); // that of the process closes its input, too: then it exits
        assertEquals(143, process.waitFor());
        String trace = Files.readString(checkout.folder().resolve("s.json"));
        JsonText.check(trace.replace("\n", ""), "the trace");
        assertTrue(trace.contains("\"action\":"), trace);
    }

    @Test
    void issue_24_theStartScriptTracesFromTheStartToTheEnd() throws Exception {
        Checkout.Outcome outcome =
                script(Map.of("ANABRANCH_TRACE", "a b.json"), "", "run", "add", "1000");
        assertEquals(0, outcome.status(), outcome::toString);
        String trace = Files.readString(checkout.folder().resolve("a b.json"));
        assertTrue(trace.contains("\"action\":"), trace);
        assertTrue(outcome.err().startsWith("wrote the trace a b.json: "), outcome::toString);
        for (String file : List.of("none/a.json", ".")) {
            Checkout.Outcome refused = script(Map.of("ANABRANCH_TRACE", file), "", "--version");
            assertEquals(2, refused.status(), refused::toString);
            assertTrue(refused.err().startsWith("anabranch: not started: "), refused::toString);
        }
    }
}
