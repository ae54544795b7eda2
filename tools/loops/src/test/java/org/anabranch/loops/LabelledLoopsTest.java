package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Loops of known suites: every verdict is its label or weaker, every run as in order. */
class LabelledLoopsTest {
    private static final String[] SUITES = {
        "tsvc", "livermore", "polybench", "programs", "further"
    };
    private static TestPlatform platform;
    private static LiftedLoops loops;

    private final List<String> wrong = new ArrayList<>();
    private final List<String> weaker = new ArrayList<>();
    private int independent;
    private int proved;

    @BeforeAll
    static void start() {
        platform = TestPlatform.start();
        loops = new LiftedLoops(platform.platform());
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    @ParameterizedTest
    @EnumSource(Compilers.class)
    @DisplayName("JA-07, JA-08, JA-12: loops of known suites get their labels and their bits")
    void ja08Suites(Compilers compiler) throws Exception {
        for (String suite : SUITES) {
            LabelledLoops table = LabelledLoops.of(suite);
            String name = "Labelled" + suite;
            Class<?> type = compiler.load(name, table.source(name));
            for (int k = 0; k < table.rows().size(); k++) {
                LabelledLoops.Row row = table.rows().get(k);
                label(row, new Loop(type, k, 64, 12));
                bits(row, type, k, 64, 12);
                bits(row, type, k, 1021, 31);
            }
        }
        System.out.printf(
                "%s: %d of %d independent loops proved; weaker than the label:%n  %s%n",
                compiler, proved, independent, String.join("\n  ", weaker));
        assertEquals(List.of(), wrong);
        assertTrue(proved >= 0.97 * independent, proved + " of " + independent + " proved");
    }

    /** A loop with data of its own. */
    private static final class Loop {
        final LabelledData data;
        final IntBody body;
        final int count;

        Loop(Class<?> type, int k, int n, int w) throws Exception {
            data = LabelledData.of(n, w);
            body = (IntBody) method(type, "body").invoke(null, k, data.arrays, n, w, 1);
            count = (Integer) method(type, "count").invoke(null, k, n, w);
        }

        private static Method method(Class<?> type, String name) {
            return Arrays.stream(type.getMethods())
                    .filter(method -> method.getName().equals(name))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void label(LabelledLoops.Row row, Loop loop) {
        Verdict verdict = loops.explainInts(0, loop.count, loop.body).verdict();
        boolean refused = verdict.kind() == Verdict.Kind.REFUSED;
        boolean doall = verdict.kind() == Verdict.Kind.DOALL;
        boolean fits =
                switch (row.kind()) {
                    case 'P' -> doall;
                    case 'T' -> has(verdict, Conflict.Kind.FLOW, row.detail());
                    case 'A' -> has(verdict, Conflict.Kind.ANTI, row.detail());
                    case 'O' -> has(verdict, Conflict.Kind.OUTPUT, row.detail());
                    case 'R' ->
                            verdict.reductions().stream()
                                    .anyMatch(found -> found.operator().equals(row.detail()));
                    case 'X' -> refused && verdict.reason().contains(row.detail());
                    default -> !refused;
                };
        boolean unsound =
                row.kind() == 'P'
                        ? verdict.kind() == Verdict.Kind.DEPENDENT
                        : doall && row.kind() != 'U';
        boolean exact = row.kind() == 'X' || row.detail().contains("..");
        if (unsound || exact && !fits) {
            wrong.add(row.name() + " " + row.label() + ": " + verdict);
        } else if (!fits) {
            weaker.add(row.name() + " " + row.label() + ": " + verdict);
        }
        independent += row.kind() == 'P' ? 1 : 0;
        proved += row.kind() == 'P' && doall ? 1 : 0;
    }

    private static boolean has(Verdict verdict, Conflict.Kind kind, String distance) {
        List<Conflict> found =
                verdict.conflicts().stream().filter(one -> one.kind() == kind).toList();
        boolean only = kind == Conflict.Kind.FLOW || found.size() == verdict.conflicts().size();
        long least = found.stream().mapToLong(Conflict::least).min().orElse(-1);
        long greatest = found.stream().mapToLong(Conflict::greatest).max().orElse(-1);
        String range = distance.contains("..") ? least + ".." + greatest : "" + least;
        return only && !found.isEmpty() && (distance.isEmpty() || distance.equals(range));
    }

    private void bits(LabelledLoops.Row row, Class<?> type, int k, int n, int w) throws Exception {
        Loop expected = new Loop(type, k, n, w);
        for (int i = 0; i < expected.count; i++) {
            expected.body.run(i);
        }
        Loop found = new Loop(type, k, n, w);
        LoopRun run = loops.parallelInts(0, found.count, found.body);
        if (!expected.data.isLike(found.data)) {
            assertEquals(expected.data.text(), found.data.text(), row.name() + ": " + run);
        }
        if (row.parallel() && !run.parallel() && n > 64) {
            wrong.add(row.name() + " runs in order: " + run.reason());
        }
    }
}
