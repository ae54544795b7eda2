package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.loops.weave.ParallelLoops;
import org.anabranch.loops.weave.WeavingLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.InputStream;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whole programs in the shapes of known suites: with their marked loops woven they compute what
 * they compute without, and each loop is what the comment at its end says. {@code P} independent
 * and run in parallel; {@code P?} independent, not proved; {@code R} reduction, {@code R!} run in
 * parallel; {@code O} last value, run in parallel; {@code S} must run in order; {@code U} depends
 * on data; {@code X:reason} refused.
 */
class ProgramsTest {
    private static final Pattern WHERE = Pattern.compile("line (\\d+)[):]|parallel.(\\d+)");

    private static TestPlatform platform;
    private static LiftedLoops loops;

    private final Map<Integer, List<LoopRun>> runs = new HashMap<>();
    private final Map<Integer, String> refused = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();

    @BeforeAll
    static void start() {
        platform = TestPlatform.start();
        loops = new LiftedLoops(platform.platform());
    }

    @AfterEach
    void nobody() {
        ParallelLoops.use(null);
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    @ParameterizedTest
    @CsvSource({
        "SciMark, JAVAC",
        "JavaGrande, JAVAC",
        "Rodinia, JAVAC",
        "Shapes, JAVAC",
        "Everyday, JAVAC",
        "Further, JAVAC",
        "Further, ECJ",
        "Everyday, ECJ",
        "SciMark, ECJ",
        "JavaGrande, ECJ",
        "Rodinia, ECJ",
        "Shapes, ECJ"
    })
    @DisplayName("JA-01, JA-05, JA-06, JA-12: programs, unchanged but for marks, keep their bits")
    void ja12_programs(String name, Compilers compiler) throws Exception {
        String source = source(name);
        Class<?> plain = compiler.load(name, source);
        URLClassLoader found = (URLClassLoader) plain.getClassLoader();
        ParallelLoops.use(loops.telling(this::note));
        try (WeavingLoader loader =
                new WeavingLoader(found.getURLs(), getClass().getClassLoader())) {
            for (int size : new int[] {9, 64}) {
                Class<?> woven = loader.loadClass(name);
                assertEquals(result(plain, size), result(woven, size), name + " of " + size);
            }
            loader.refusals().forEach(said -> refused.put(line(said), said));
        }
        List<String> lines = source.lines().toList();
        int marked = 0;
        for (int k = 0; k < lines.size(); k++) {
            if (lines.get(k).contains("(@Parallel ")) {
                marked++;
                check(name + ":" + (k + 1), lines.get(k).replaceFirst(".*// ", ""), k + 1);
            }
        }
        assertEquals(List.of(), wrong, marked + " loops of " + name);
    }

    private static String source(String name) throws Exception {
        try (InputStream in =
                ProgramsTest.class.getResourceAsStream("programs/" + name + ".java.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String result(Class<?> type, int size) throws Exception {
        Object results = type.getMethod("run", int.class).invoke(null, size);
        return Arrays.deepToString((Object[]) results);
    }

    private static int line(String text) {
        Matcher found = WHERE.matcher(text);
        assertTrue(found.find(), text);
        return Integer.parseInt(found.group(1) != null ? found.group(1) : found.group(2));
    }

    private synchronized void note(LoopRun run) {
        if (run.iterations() > 0) {
            runs.computeIfAbsent(line(run.name()), key -> new ArrayList<>()).add(run);
        }
    }

    private void check(String where, String label, int line) {
        List<LoopRun> all = runs.getOrDefault(line, List.of());
        if (label.startsWith("X:")) {
            String said = refused.getOrDefault(line, all.toString());
            if (!said.contains(label.substring(2))) {
                wrong.add(where + " " + label + ": " + said);
            }
            return;
        }
        if (all.isEmpty()) {
            wrong.add(where + " " + label + " did not run: " + refused.get(line));
        }
        for (LoopRun run : all) {
            if (!fits(label, run)) {
                wrong.add(where + " " + label + ": " + run + ", " + run.verdict());
            }
        }
    }

    private static boolean fits(String label, LoopRun run) {
        Verdict.Kind kind = run.verdict().kind();
        return switch (label) {
            case "P" -> run.parallel() && kind == Verdict.Kind.DOALL;
            case "P?" -> kind != Verdict.Kind.DEPENDENT;
            case "R", "R!" ->
                    run.iterations() < 2
                            || !run.verdict().reductions().isEmpty()
                                    && (run.parallel() || label.equals("R"));
            case "O" -> run.parallel();
            case "S" -> run.iterations() == 1 || !run.parallel() && kind != Verdict.Kind.REFUSED;
            case "U" -> kind != Verdict.Kind.REFUSED;
            default -> throw new IllegalArgumentException(label);
        };
    }
}
