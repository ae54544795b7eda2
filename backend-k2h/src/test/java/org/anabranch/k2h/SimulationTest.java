package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ProgramException;
import org.anabranch.k2h.bench.Benchmarks;
import org.anabranch.k2h.bench.Chart;
import org.anabranch.k2h.bench.Claims;
import org.anabranch.k2h.bench.Figures;
import org.anabranch.k2h.bench.Measurement;
import org.anabranch.k2h.bench.PaperPrograms;
import org.anabranch.k2h.bench.Simulation;
import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.CostTable;
import org.anabranch.k2h.device.K2hBackend;
import org.anabranch.k2h.device.K2hCommands;
import org.anabranch.k2h.host.ProductMachine;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.program.Program;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.runtime.HybridRuntime;
import org.anabranch.k2h.shell.RunCommands;
import org.anabranch.scheduler.EngineFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class SimulationTest {
    @TempDir Path folder;

    /** Simulated, so the same on every machine; not a measurement of this one. */
    @Test
    void theConclusionsOfFigures6And7AndOurPolicyHoldInSimulatedTime() {
        List<Long> seeds = Programs.NIGHTLY ? Simulation.SIX : List.of(1L, 2L);
        Figures figures = new Figures(Benchmarks.NAMES, Board.K2H.prices(), seeds);
        Map<String, Claims.Claim> claims =
                new Claims(figures)
                        .key().stream().collect(Collectors.toMap(Claims.Claim::id, claim -> claim));
        for (String id :
                List.of(
                        "beats-NBody",
                        "beats-Series",
                        "not-beats-Matmul",
                        "five-Matmul",
                        "flushes",
                        "ours-five",
                        "ours-NBody",
                        "ours-Series",
                        "ours-Matmul")) {
            assertTrue(claims.get(id).holds(), () -> claims.get(id).toString());
        }
    }

    @Test
    void figure4_storesOnArmAreAlikeWithinTenPercent() {
        for (String name : Benchmarks.NAMES) {
            Simulation simulation =
                    new Simulation(() -> Benchmarks.small(name), Board.K2H.prices(), List.of(1L));
            double fifo = nanos(simulation, RuntimeOptions.ArmTasks.FIFO_HW);
            for (RuntimeOptions.ArmTasks store : RuntimeOptions.ArmTasks.values()) {
                assertEquals(1, nanos(simulation, store) / fifo, 0.1, name + " with " + store);
            }
        }
    }

    private static double nanos(Simulation simulation, RuntimeOptions.ArmTasks store) {
        return simulation.runs(RuntimeOptions.hybrid(4).with(store)).getFirst().nanos();
    }

    @Test
    void allBenchmarksAreRightAndCleanUnderTheChecker() {
        int[] workers =
                Programs.NIGHTLY
                        ? new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
                        : new int[] {4, 5, 12};
        for (String name : Benchmarks.NAMES) {
            for (HybridPolicy.Kind policy : HybridPolicy.Kind.values()) {
                for (int count : workers) {
                    clean(name, RuntimeOptions.hybrid(count).with(policy));
                    clean(name, RuntimeOptions.hybrid(count).with(policy).writeThrough(true));
                }
                clean(name, RuntimeOptions.dspOnly(8).with(policy));
            }
        }
    }

    private static void clean(String name, RuntimeOptions options) {
        Program.Run program = Benchmarks.small(name);
        RunReport report =
                HybridRuntime.run(
                        options.check(),
                        Programs.virtual(7),
                        program.image(),
                        (cpu, none) -> program.main(cpu));
        assertEquals("", program.verify(), name + " with " + options);
        assertEquals(List.of(), report.findings(), name + " with " + options);
    }

    @Test
    void oneSeedIsOneRun() {
        for (String name : Benchmarks.NAMES) {
            Simulation simulation =
                    new Simulation(() -> Benchmarks.small(name), Board.K2H.prices(), List.of(3L));
            RunReport one = simulation.run(RuntimeOptions.hybrid(9), 3);
            RunReport again = simulation.run(RuntimeOptions.hybrid(9), 3);
            assertEquals(one.nanos(), again.nanos(), 0.0);
            assertEquals(one.total().byName(), again.total().byName());
            RunReport other = simulation.run(RuntimeOptions.hybrid(9), 4);
            assertTrue(one.nanos() != other.nanos(), "another seed is another run");
        }
    }

    @Test
    void pricesAreOneTableAndMatter() {
        CostTable dear = Board.K2H.prices().scaled(Cost.FLOP_SINGLE, 2);
        double usual = serial(Board.K2H.prices());
        assertTrue(serial(dear) > 1.5 * usual);
        assertEquals(Cost.values().length, Board.K2H.prices().all().size());
        assertTrue(Board.K2H.prices().all().stream().allMatch(row -> row.source().length() > 10));
    }

    private static double serial(CostTable table) {
        return new Simulation(() -> Benchmarks.small("Matmul"), table, List.of(1L)).serialNanos();
    }

    @Test
    void intervalsAreStudents() {
        Measurement m = Measurement.of(1, 2, 3, 4, 5, 6);
        assertEquals(3.5, m.mean(), 1e-12);
        assertEquals(2.571 * Math.sqrt(3.5) / Math.sqrt(6), m.half(), 1e-9);
    }

    /** Half of them 0 and half 2: the deviation is the root of n / (n - 1). */
    @ParameterizedTest
    @CsvSource({"12, 2.201", "40, 2.023"})
    void intervalsOfManyRunsAreStudents(int runs, double t) {
        double[] values = new double[runs];
        for (int i = 0; i < runs; i += 2) {
            values[i] = 2;
        }
        assertEquals(t / Math.sqrt(runs - 1.0), Measurement.of(values).half(), 5e-4);
    }

    @Test
    void chartsAreWellFormedAndTheirTablesComplete() throws Exception {
        Chart chart = new Chart("a < b", "x", "y", List.of("1", "2"));
        chart.add("line", List.of(Measurement.of(1, 2), Measurement.of(3, 3)));
        javax.xml.parsers.DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(
                        new java.io.ByteArrayInputStream(
                                chart.svg().getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        assertTrue(chart.table().contains("| 2 | 3.00 ± 0.00 |"), chart.table());
    }

    private static Object run(String... words) throws IOException {
        return new RunCommands(new ModelMachine(), PaperPrograms.all()).simulate(words);
    }

    @Test
    void d10_theShellSimulatesBenchmarksOfAnyCase() throws IOException {
        String text =
                (String)
                        run(
                                "matMUL", // D10: in any case
                                "--workers",
                                "4..5",
                                "--seed",
                                "2",
                                "--out",
                                folder.toString());
        assertTrue(
                text.contains("| 4 |") && text.contains("| 5 |") && !text.contains("| 6 |"), text);
        for (String figure : List.of("figure4", "figure6", "figure7a", "figure7b")) {
            assertTrue(Files.size(folder.resolve("matmul-" + figure + ".svg")) > 500);
        }
        assertTrue(text.endsWith("charts in " + folder.toAbsolutePath().normalize()), text);
    }

    /** Files are written where they are told, and nowhere else. */
    @Test
    void c14_withoutAFolderNothingIsWritten() throws IOException {
        Set<Path> before = here();
        Object text = run("matmul", "--workers", "4", "--runs", "1");
        assertFalse(text.toString().contains("charts in"), text::toString);
        assertEquals(before, here());
    }

    @Test
    void chartsOfSeveralSeedsAreAlsoData() throws IOException {
        String[] words = {"series", "32", "--runs", "3", "--workers", "2", "--dsp-only", "--json"};
        Map<?, ?> data = (Map<?, ?>) run(words);
        Map<?, ?> speedup = (Map<?, ?>) data.get("figure6");
        assertEquals(List.of("2"), speedup.get("DSPs"));
        assertTrue(data.containsKey("figure7b") && !data.containsKey("figure4"), data::toString);
    }

    @Test
    void theSchedulerOfTheProductIsComparedOnAsManyArmCores() throws IOException {
        RunCommands commands =
                new RunCommands(new ModelMachine(), PaperPrograms.all())
                        .with(new ProductMachine(new EngineFactory()));
        String words = "matmul 128 --scheduler anabranch --workers 1..6";
        String counts = (String) commands.simulate(words.split(" "));
        assertTrue(counts.lines().skip(2).allMatch(line -> line.endsWith(" right")), counts);
        String charts = (String) commands.simulate((words + " --runs 1").split(" "));
        assertEquals(2, charts.lines().filter("| workers | anabranch | paper |"::equals).count());
        assertTrue(charts.contains("| 6 | "), charts);
    }

    private static Set<Path> here() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(""))) {
            return files.collect(Collectors.toSet());
        }
    }

    @Test
    void theShellSaysWhatIsPossibleInstead() {
        refused("there is no program fib, only matmul", "Fib");
        refused("--workers needs a value", "Matmul --workers");
        refused("--workers takes 1 to 12, or", "Matmul --workers 0");
        refused("(4 ARM, 8 DSP), not 1..99", "Matmul --workers 1..99");
        refused("a range such as 1..4, not x", "Matmul --workers x");
        refused("a range such as 1..4, not ..", "Matmul --workers ..");
        refused("a range such as 1..12, on k2h (4 ARM, 8 DSP), not 5..2", "Matmul --workers 5..2");
        refused("(4 ARM, 8 DSP), not 1..2..3", "Matmul --workers 1..2..3");
        refused("1 to 8, or a range such as 1..8, on", "NBody --workers 9 --dsp-only");
        refused("--seed must be a whole number, not soon", "Matmul --seed soon");
        refused("--runs must be from 1 to 10, not 11", "Matmul --runs 11");
        refused("--runs and --out are for simulated time", "Matmul --real --runs 2");
        refused("one run on one number of workers", "Matmul --report --runs 2");
        refused("one of [cost_aware, paper], not mine", "Matmul --policy mine");
        refused("--reading is one of [WHOLE_ROUND, ONE_VICTIM, ", "Matmul --reading mine");
        refused("--scheduler is one of [PAPER, ANABRANCH], not mine", "Matmul --scheduler mine");
        refused("needs the bundle org.anabranch.scheduler", "Matmul --scheduler anabranch");
        refused("ARM cores only", "Matmul --scheduler anabranch --dsp-only");
        refused("takes 1 to 64, or", "Matmul --scheduler anabranch --workers 65");
        refused("matmul: unknown option --colour", "Matmul 256 --colour red");
    }

    private static void refused(String why, String words) {
        ProgramException error = assertThrows(ProgramException.class, () -> run(words.split(" ")));
        assertTrue(error.getMessage().contains(why), error.getMessage());
    }

    @Test
    @DisplayName("D3: the counts of eight DSPs fit 80 columns")
    void d3_statsOfEightDspsFitTheTerminal() throws Exception {
        K2hBackend backend = new K2hBackend(1, 8, false);
        try (var device =
                backend.open(backend.probe().getFirst(), backend.probe().getFirst().mask())) {
            String text = new K2hCommands(() -> backend).stats().toString();
            assertTrue(text.lines().allMatch(line -> line.length() <= 80), device + text);
            assertEquals(2, text.lines().filter(line -> line.contains("hybrid steals")).count());
            assertTrue(text.contains("DSP 0") && text.contains("DSP 7"), text);
        }
    }

    @Test
    void theShellShowsBoardsInUse() throws Exception {
        K2hBackend backend = new K2hBackend(1, 3, false);
        K2hCommands commands = new K2hCommands(() -> backend);
        try (var device =
                backend.open(backend.probe().getFirst(), backend.probe().getFirst().mask())) {
            assertTrue(
                    commands.queues().toString().contains("SQ3")
                            && commands.queues().toString().contains("of 4096"));
            assertTrue(
                    commands.cores().toString().contains("DSP 2")
                            && !commands.cores().toString().contains("DSP 3"));
            assertTrue(
                    commands.stats()
                            .toString()
                            .lines()
                            .anyMatch(l -> l.matches(" +hybrid steals( +\\d+){4}")),
                    device + ": " + commands.stats());
            for (Object data :
                    new Object[] {
                        commands.queues("--json"),
                        commands.cores("--json"),
                        commands.stats("--json")
                    }) {
                Map<?, ?> board = ((Map<?, ?>[]) data)[0];
                assertTrue(board.containsKey("cores") || board.containsKey("queues"));
            }
            assertThrows(ProgramException.class, () -> commands.cores("--jsno"));
            for (String count : List.of("local steals", "end flushes", "failed probes")) {
                assertTrue(commands.stats().toString().contains(count), count);
            }
        }
        assertEquals("no board is in use", commands.stats());
    }
}
