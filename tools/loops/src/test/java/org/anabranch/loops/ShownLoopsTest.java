package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The labelled loops: verdicts at 64 iterations, results at all sizes. */
class ShownLoopsTest {
    private static final int[] SIZES = {0, 1, 2, 63, 64, 65, 4099, 65537};
    private static TestPlatform platform;
    private static LiftedLoops loops;

    private final Map<Boolean, Class<?>> compiled = new HashMap<>();

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
    @DisplayName("JA-08: the labelled loops get their labels, with distances")
    void ja08Labels(Compilers compiler) throws Exception {
        for (boolean segments : new boolean[] {false, true}) {
            Shown shown = new Shown(compiler, segments);
            for (String id : List.of("L04", "L28", "L77", "P01", "G16")) {
                shown.is(id, Verdict.Kind.DOALL);
            }
            shown.conflicts("L05", "FLOW 1..31", "ANTI 1..32");
            shown.conflicts("L13", "ANTI 1..1");
            shown.with(1, 32).conflicts("L20", "ANTI 1..1");
            shown.with(-1, 32).conflicts("L20", "FLOW 1..1");
            shown.with(0, 32).is("L20", Verdict.Kind.DOALL);
            shown.with(0, 31, 32).conflicts("L28", "FLOW 31..31");
            shown.conflicts("L37", "FLOW 4..4");
            shown.conflicts("D02", "FLOW 1..63");
            Verdict scalar = shown.of("L45");
            assertEquals(1, scalar.privates().size(), scalar.toString());
            assertTrue(scalar.conflicts().stream().allMatch(c -> c.kind() == Conflict.Kind.OUTPUT));
            assertTrue(shown.of("L46").privates().isEmpty());
            shown.is("L46", Verdict.Kind.DEPENDENT);
            Verdict sum = shown.of("L60");
            assertEquals("+", sum.reductions().getFirst().operator());
            assertTrue(!sum.reductions().getFirst().anyOrder());
            Verdict scan = shown.of("L63");
            assertEquals(Verdict.Kind.DEPENDENT, scan.kind());
            assertEquals(List.of(), scan.reductions());
            assertNotEquals(Verdict.Kind.DOALL, shown.of("L68").kind());
            shown.is("P07", Verdict.Kind.DEPENDENT);
            shown.is("L75", segments ? Verdict.Kind.UNKNOWN : Verdict.Kind.DOALL);
            if (!segments) {
                assertEquals(List.of(), shown.of("L77").hazards());
            }
            shown.data.p[63] = shown.data.p[0];
            assertNotEquals(Verdict.Kind.DOALL, shown.of("L75").kind());
        }
    }

    @ParameterizedTest
    @EnumSource(Compilers.class)
    @DisplayName("JA-09: the same bytecode in place depends, on two arrays it does not")
    void ja09Identity(Compilers compiler) throws Exception {
        for (boolean segments : new boolean[] {false, true}) {
            Shown shown = new Shown(compiler, segments);
            shown.data.arrays.put("out", shown.data.arrays.get("in"));
            shown.conflicts("G16", "FLOW 1..1", "ANTI 1..1");
        }
    }

    @ParameterizedTest
    @EnumSource(Compilers.class)
    @DisplayName("JA-12: every labelled loop gives the bits of running it in order")
    void ja12SameBits(Compilers compiler) throws Exception {
        for (boolean segments : new boolean[] {false, true}) {
            for (int n : SIZES) {
                for (String id : ShownLoops.BODIES.keySet()) {
                    sameBits(compiler, segments, n, id);
                }
            }
        }
    }

    private void sameBits(Compilers compiler, boolean segments, int n, String id) throws Exception {
        boolean square = id.equals("P01") || id.equals("P07") || id.equals("G16");
        int w = square ? Math.max(2, Math.min(n, 65)) : 2;
        int count = square ? Math.max(0, Math.min(n, 65) - (id.equals("G16") ? 2 : 0)) : n;
        LoopData expected = new LoopData(n, w, segments, n % 2 == 0, 7);
        LoopData found = new LoopData(n, w, segments, n % 2 == 0, 7);
        String thrown = null;
        LongBody inOrder = body(compiler, segments, id, expected, n, 0, n);
        for (long i = 0; i < count + (id.equals("J08") ? 1 : 0) && thrown == null; i++) {
            try {
                inOrder.run(i);
            } catch (IndexOutOfBoundsException outside) {
                thrown = outside.getClass() + outside.getMessage();
            }
        }
        String also = null;
        try {
            int more = id.equals("J08") ? 1 : 0;
            loops.parallel(0, count + more, body(compiler, segments, id, found, n, 0, n));
        } catch (IndexOutOfBoundsException outside) {
            also = outside.getClass() + outside.getMessage();
        }
        if (thrown != null && segments) {
            thrown = thrown.replaceAll("0?x[0-9a-f]+", "");
            also = also.replaceAll("0?x[0-9a-f]+", "");
        }
        assertEquals(thrown == null, also == null, id + " " + n);
        if (also == null || !also.endsWith("null")) { // hot code throws without a message
            assertEquals(thrown, also, id + " " + n);
        }
        for (String name : expected.arrays.keySet()) {
            assertTrue(
                    expected.isLike(found, name), compiler + " " + id + ", n = " + n + ": " + name);
        }
    }

    private LongBody body(
            Compilers compiler, boolean segments, String id, LoopData data, int n, int m, int k)
            throws Exception {
        Class<?> type = compiled.get(segments);
        if (type == null) {
            type = compiler.load("Shown", ShownLoops.source("Shown", segments));
            compiled.put(segments, type);
        }
        return (LongBody)
                type.getMethods()[indexOf(type)].invoke(
                        null, id, data.arrays, data.p, n, data.w, m, k);
    }

    private static int indexOf(Class<?> type) {
        for (int i = 0; i < type.getMethods().length; i++) {
            if (type.getMethods()[i].getName().equals("body")) {
                return i;
            }
        }
        throw new IllegalStateException();
    }

    /** Verdicts for one form at 64 iterations. */
    private final class Shown {
        final Compilers compiler;
        final boolean segments;
        final LoopData data;
        int m;
        int k = 32;
        int n = 64;

        Shown(Compilers compiler, boolean segments) {
            this.compiler = compiler;
            this.segments = segments;
            this.data = new LoopData(64, 66, segments, true, 1);
        }

        Shown with(int m, int k) {
            return with(m, k, 64);
        }

        Shown with(int m, int k, int n) {
            this.m = m;
            this.k = k;
            this.n = n;
            return this;
        }

        Verdict of(String id) throws Exception {
            int count = id.equals("L28") ? 32 : id.equals("L37") ? 60 : n;
            LongBody body = body(compiler, segments, id, data, n, m, k);
            n = 64;
            k = 32;
            return loops.explain(0, count, body).verdict();
        }

        void is(String id, Verdict.Kind kind) throws Exception {
            Verdict verdict = of(id);
            assertEquals(
                    kind, verdict.kind(), compiler + " " + segments + " " + id + " " + verdict);
        }

        void conflicts(String id, String... expected) throws Exception {
            Verdict verdict = of(id);
            assertEquals(Verdict.Kind.DEPENDENT, verdict.kind(), id + " " + verdict);
            List<String> found =
                    verdict.conflicts().stream()
                            .map(c -> c.kind() + " " + c.least() + ".." + c.greatest())
                            .distinct()
                            .sorted()
                            .toList();
            assertEquals(List.of(expected).stream().sorted().toList(), found, id);
        }
    }
}
