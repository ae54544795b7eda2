package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.lift.BodyResolver;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.lift.Lifter;
import org.anabranch.loops.lift.Revealed;
import org.anabranch.loops.nest.Hazard;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.loops.nest.Judgement;
import org.anabranch.loops.nest.JudgementMemo;
import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Judgements that are reused, against analyses made anew. */
class JudgementMemoTest {
    private static final int ROUNDS =
            Math.min(400, Integer.getInteger("anabranch.loops.rounds", 2));
    private static final int BODIES = 40;

    private static TestPlatform platform;
    private static LiftedLoops loops;

    private final Map<Object, JudgementMemo> memos = new IdentityHashMap<>();
    private final Map<Judgement, Boolean> known = new IdentityHashMap<>();
    private int calls;
    private int reused;
    private static int factor;

    @BeforeAll
    static void start() {
        platform = TestPlatform.start();
        loops = new LiftedLoops(platform.platform());
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    /** A judgement, or the text of an exception; without what its class does not compare. */
    private static String text(Supplier<Judgement> judgement) {
        try {
            Judgement found = judgement.get();
            return String.join(
                    "\n",
                    found.verdict().toString(),
                    found.nest().touches().toString(),
                    found.nest().hazards() + " " + found.nest().mayNotEnd(),
                    String.valueOf(found.plan()));
        } catch (RuntimeException refusal) {
            return refusal.toString();
        }
    }

    private Judgement judgement(LongBody body, long low, long high) {
        Revealed revealed = BodyResolver.open(body, "J");
        Lifted lifted = Lifter.lift(revealed);
        JudgementMemo memo =
                memos.computeIfAbsent(lifted, absent -> new JudgementMemo(lifted.body()));
        return memo.of(new Inputs(lifted, revealed.captured()), low, high);
    }

    private static Judgement anew(LongBody body, long low, long high) {
        Revealed revealed = BodyResolver.open(body, "J");
        Lifted lifted = Lifter.lift(revealed);
        return Judgement.of(lifted.body(), new Inputs(lifted, revealed.captured()), low, high);
    }

    private void check(LongBody body, long low, long high, Supplier<String> what) {
        String found =
                text(
                        () -> {
                            Judgement judgement = judgement(body, low, high);
                            reused += known.put(judgement, true) == null ? 0 : 1;
                            return judgement;
                        });
        String expected = text(() -> anew(body, low, high));
        assertEquals(expected, found, what);
        Verdict told = loops.explain(low, high, body).verdict();
        boolean same = expected.startsWith(told + "\n");
        assertTrue(
                told.kind() == Verdict.Kind.REFUSED || same,
                () -> what.get() + ": " + told + " not " + expected);
        calls++;
    }

    private static Method method(int round, String name, String source) throws Exception {
        return Arrays.stream(Compilers.values()[round % 4].load(name, source).getMethods())
                .filter(method -> method.getName().equals("body"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("L2: a judgement is that of an analysis made anew, whichever argument changes")
    void l2_oneArgumentChanges() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            long seed = 7000L + round;
            String source = new RandomBodies(seed).source("Plain", BODIES, false);
            Method made = method(round, "Plain", source);
            for (int k = 0; k < BODIES; k++) {
                Random random = new Random(seed * BODIES + k);
                Object[] arrays = BodyData.of(random.nextLong(), false).arrays();
                int n = 1 + random.nextInt(12);
                int m = random.nextInt(6);
                for (int change = 0; change < 24; change++) {
                    int low = change % 7 == 3 ? 1 : 0;
                    String what = "seed " + seed + " body " + k + " change " + change;
                    LongBody body = (LongBody) made.invoke(null, k, arrays, n, m);
                    check(body, low, low + n, () -> what);
                    int at = random.nextInt(arrays.length);
                    switch (change % 6) {
                        case 0 -> arrays = BodyData.of(random.nextLong(), false).arrays();
                        case 1 -> arrays[at] = resized(arrays[at], random.nextInt(3) * 40);
                        case 2 -> m = random.nextInt(6);
                        case 3 -> n = 1 + random.nextInt(12);
                        case 4 -> arrays[at] = random.nextInt(4) == 0 ? null : arrays[at];
                        default -> join(arrays, at, random.nextInt(arrays.length));
                    }
                }
            }
        }
        assertTrue(reused > calls / 10, reused + " of " + calls + " reused");
    }

    private static Object resized(Object array, int length) {
        return array == null ? null : Array.newInstance(array.getClass().componentType(), length);
    }

    private static void join(Object[] arrays, int one, int other) {
        if (arrays[one] != null
                && arrays[other] != null
                && arrays[one].getClass() == arrays[other].getClass()) {
            arrays[one] = arrays[other];
        }
    }

    @Test
    @DisplayName("L2: the same with rows, fields and segments that may overlap")
    void l2_memoryChanges() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            long seed = 9000L + round;
            String source = new RandomMemory(seed).source("Memory", BODIES);
            Method made = method(round, "Memory", source);
            for (int k = 0; k < BODIES; k++) {
                Random random = new Random(seed * BODIES + k);
                int n = 1 + random.nextInt(20);
                int m = random.nextInt(6);
                MemoryData data = new MemoryData(random.nextLong());
                for (int change = 0; change < 16; change++) {
                    String what = "seed " + seed + " body " + k + " change " + change;
                    check((LongBody) made.invoke(null, k, data, n, m), 0, n, () -> what);
                    switch (change % 6) {
                        case 0 -> data.r[random.nextInt(24)] = data.r[random.nextInt(24)];
                        case 1 -> data.q[random.nextInt(4)] = new int[random.nextInt(70)];
                        case 2 -> data.r[random.nextInt(24)] = random.nextBoolean() ? data.a : null;
                        case 3 -> data.o.x = random.nextInt(60);
                        case 4 -> m = random.nextInt(6);
                        default -> data = new MemoryData(random.nextLong());
                    }
                }
            }
        }
        assertTrue(reused > calls / 20, reused + " of " + calls + " reused");
    }

    private static LongBody add(double[][] a, double[][] b, double[] c) {
        return i -> a[(int) i][0] = b[(int) i][0] + c[0];
    }

    /** Returns true if no array is there twice. */
    private static boolean areDistinct(Object[]... all) {
        Map<Object, Boolean> found = new IdentityHashMap<>();
        for (Object[] rows : all) {
            for (Object row : rows) {
                if (found.put(row, true) != null) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns true if an iteration of {@link #add} writes what another one reads or writes. */
    private static boolean isDependent(double[][] a, double[][] b, double[] c) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a.length; j++) {
                if (i != j && (a[i] == a[j] || a[i] == b[j] || a[i] == c)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    @DisplayName("L2: rows that change between two loops are found, whichever loop saw them before")
    void l2_rowsChangeBetweenLoops() {
        int distinct = 0;
        for (int round = 0; round < 40; round++) {
            long seed = 11_000L + round;
            Random random = new Random(seed);
            double[][] a = new double[2 + random.nextInt(9)][3];
            double[][] b = new double[a.length][3];
            double[] c = new double[3];
            for (int change = 0; change < 30; change++) {
                String what = "seed " + seed + " change " + change;
                distinct += areDistinct(a, b, new Object[] {c}) ? 1 : 0;
                checkRows(a, b, c, what);
                checkRows(b, b, c, what);
                checkRows(b, a, c, what);
                int row = random.nextInt(a.length);
                int other = random.nextInt(a.length);
                switch (random.nextInt(8)) {
                    case 0 -> a[row] = a[other];
                    case 1 -> a[row] = b[other];
                    case 2 -> c = b[row];
                    case 3 -> c = a[row];
                    case 4 -> b[row] = new double[3];
                    case 5 -> c = new double[3];
                    default -> Arrays.setAll(a, r -> new double[3]);
                }
            }
        }
        assertTrue(distinct > 200 && distinct < 1000, distinct + " of 1200 distinct");
    }

    private static void checkRows(double[][] a, double[][] b, double[] c, String what) {
        boolean doall = isDoall(a.length, add(a, b, c));
        assertFalse(doall && isDependent(a, b, c), what);
        Object[][] all = a == b ? new Object[][] {a, {c}} : new Object[][] {a, b, {c}};
        assertTrue(doall || !areDistinct(all), what);
    }

    private static boolean isDoall(int count, LongBody body) {
        return loops.explain(0, count, body).verdict().kind() == Verdict.Kind.DOALL;
    }

    private static LongBody scale(float[] y, float[] x, int by) {
        return i -> y[(int) i * by] = 2 * x[(int) i];
    }

    @Test
    @DisplayName("L2: what has been read is all that counts")
    void l2_whatIsReused() {
        float[] x = new float[100];
        Judgement first = judgement(scale(new float[100], x, 1), 0, 100);
        assertEquals(Verdict.Kind.DOALL, first.verdict().kind());
        assertSame(first, judgement(scale(x, new float[100], 1), 0, 100), "other arrays");
        assertNotSame(first, judgement(scale(x, new float[101], 1), 0, 100));
        assertNotSame(first, judgement(scale(x, new float[100], 1), 0, 99));
        assertNotSame(first, judgement(scale(x, x, 1), 0, 100));
        Verdict all = judgement(scale(new float[100], x, 0), 0, 100).verdict();
        assertEquals(Verdict.Kind.DEPENDENT, all.kind(), all.toString());
        assertSame(first, judgement(scale(x, new float[100], 1), 0, 100), "all are kept");
        LongBody scaled = i -> x[(int) i] *= factor;
        Judgement by = judgement(scaled, 0, 100);
        factor = 3;
        assertSame(by, judgement(scaled, 0, 100), "a number that no subscript needs");
        LongBody spread = i -> x[(int) i * factor] = 1;
        assertEquals(Verdict.Kind.DOALL, judgement(spread, 0, 30).verdict().kind());
        factor = 0;
        assertEquals(Verdict.Kind.DEPENDENT, judgement(spread, 0, 30).verdict().kind());
    }

    private static LongBody count(int[] h, int[] x) {
        return i -> h[x[(int) i]]++;
    }

    @Test
    @DisplayName("L2: of a sum into few elements no index is read, as a fault leaves it as it was")
    void l2_sumsReadNoIndices() {
        int[] x = new int[1024];
        Judgement first = judgement(count(new int[4], x), 0, 1024);
        assertEquals("[h[x[i]] may be outside]", hazards(first));
        x[5] = 99;
        assertSame(first, judgement(count(new int[4], x), 0, 1024));
        x[5] = 3;
        Judgement large = judgement(count(new int[32], x), 0, 1024);
        assertEquals("[]", hazards(large), "copies that would take as long as a look");
        x[5] = 99;
        Judgement outside = judgement(count(new int[32], x), 0, 1024);
        assertEquals("[h[x[i]] may be outside]", hazards(outside));
        x[6] = 99;
        assertSame(outside, judgement(count(new int[32], x), 0, 1024), "outside as before");
        Arrays.fill(x, 7);
        assertSame(large, judgement(count(new int[32], x), 0, 1024), "inside as before");
    }

    private static String hazards(Judgement judgement) {
        return judgement.nest().hazards().stream().map(Hazard::what).distinct().toList().toString();
    }

    @Test
    @DisplayName("L2: a judgement that rests on the contents of arrays reads them in each call")
    void l2_contentsAreReadAnew() {
        int[] at = {0, 1, 2, 3};
        float[] a = new float[4];
        Judgement permuted = judgement(scatter(a, at), 0, 4);
        assertEquals(Verdict.Kind.DOALL, permuted.verdict().kind());
        at[3] = 1;
        assertNotSame(Verdict.Kind.DOALL, judgement(scatter(a, at), 0, 4).verdict().kind());
        at[1] = 3;
        assertSame(permuted, judgement(scatter(a, at), 0, 4), "another permutation");
        int[] from = {0, 1, 2, 3, 4};
        LongBody rows =
                i -> {
                    for (int k = from[(int) i]; k < from[(int) i + 1]; k++) {
                        a[k] = i;
                    }
                };
        assertEquals(Verdict.Kind.DOALL, judgement(rows, 0, 4).verdict().kind());
        from[2] = 0;
        assertNotSame(Verdict.Kind.DOALL, judgement(rows, 0, 4).verdict().kind());
        from[2] = 1;
        assertEquals(Verdict.Kind.DOALL, judgement(rows, 0, 4).verdict().kind());
    }

    @Test
    @DisplayName("L2: a judgement rests on the rows of arrays, and on the places of segments")
    void l2_placesOfMemory() {
        double[][] m = new double[4][4];
        LongBody fill = i -> m[(int) i][0] = i;
        Judgement fourRows = judgement(fill, 0, 4);
        m[3] = new double[4];
        assertSame(fourRows, judgement(fill, 0, 4), "another row");
        m[3] = m[1];
        assertNotSame(Verdict.Kind.DOALL, judgement(fill, 0, 4).verdict().kind());
        m[3] = new double[0];
        assertEquals(1, judgement(fill, 0, 4).verdict().hazards().size());
        MemorySegment all = MemorySegment.ofArray(new int[20]);
        for (int offset : new int[] {0, 4, 40}) {
            MemorySegment other = all.asSlice(offset, 40);
            LongBody copy =
                    i -> {
                        int value = other.getAtIndex(ValueLayout.JAVA_INT, i);
                        all.setAtIndex(ValueLayout.JAVA_INT, i, value);
                    };
            boolean apart = offset != 4;
            Verdict verdict = judgement(copy, 0, 10).verdict();
            assertEquals(apart, verdict.kind() == Verdict.Kind.DOALL, offset + ": " + verdict);
        }
    }

    @Test
    @DisplayName("L2: no array of a call stays reachable")
    void l2_arraysAreNotKept() throws Exception {
        WeakReference<float[]> kept = analysed(new float[1000]);
        for (int round = 0; round < 100 && kept.get() != null; round++) {
            System.gc();
            Thread.sleep(10);
        }
        assertNull(kept.get());
        assertTrue(memos.size() > 0);
    }

    private static LongBody intoRows(float[][] rows, float[] from) {
        return i -> rows[(int) i][0] = from[(int) i];
    }

    @Test
    @DisplayName("L2: rows that were distinct are so as long as they are the same")
    void l2_rowsAreComparedAnew() {
        float[][] rows = new float[4][4];
        float[] from = new float[4];
        assertEquals(Verdict.Kind.DOALL, judgement(intoRows(rows, from), 0, 4).verdict().kind());
        Judgement known = judgement(intoRows(rows, from), 0, 4);
        assertSame(known, judgement(intoRows(rows, new float[4]), 0, 4), "another array");
        Verdict own = judgement(intoRows(rows, rows[2]), 0, 4).verdict();
        assertNotSame(Verdict.Kind.DOALL, own.kind(), "a row by itself");
        assertSame(known, judgement(intoRows(rows, from), 0, 4));
        double[][][] cube = new double[4][2][3];
        LongBody corners = i -> cube[(int) i][0][0] = i;
        assertEquals(Verdict.Kind.DOALL, judgement(corners, 0, 4).verdict().kind());
        cube[3][0] = cube[1][0];
        assertNotSame(Verdict.Kind.DOALL, judgement(corners, 0, 4).verdict().kind());
        rows[1] = from;
        assertNotSame(Verdict.Kind.DOALL, judgement(intoRows(rows, from), 0, 4).verdict().kind());
    }

    private static LongBody scatter(float[] a, int[] places) {
        return i -> a[places[(int) i]] = i;
    }

    private WeakReference<float[]> analysed(float[] array) {
        judgement(scale(array, array, 2), 0, 500);
        judgement(scatter(array, new int[] {2, 0, 1}), 0, 3);
        judgement(intoRows(new float[][] {array, new float[1]}, new float[2]), 0, 2);
        float[] sum = new float[1];
        judgement(i -> sum[0] += array[(int) i], 0, 500);
        int[] at = new int[500];
        judgement(i -> array[at[(int) i]]++, 0, 500);
        return new WeakReference<>(array);
    }
}
