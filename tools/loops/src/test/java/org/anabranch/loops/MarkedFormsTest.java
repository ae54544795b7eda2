package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.cost.LoopSite;
import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.loops.weave.ParallelLoops;
import org.anabranch.loops.weave.WeavingLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.reflect.InvocationTargetException;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Steps, directions and indices that marked loops have: each does what Java does. */
class MarkedFormsTest {
    private static final int SIZE = 64;
    private static final String SOURCE =
            """
            import org.anabranch.loops.Parallel;
            public class Forms {
                static int field = 9;
                public static void up(int[] a, int from, int to) {
                    for (@Parallel int i = from; i < to; i += 3) a[i - from] = i;
                }
                public static void upTo(int[] a, int from, int to) {
                    for (@Parallel int i = from; i <= to; i = i + 7) a[i - from] = i;
                }
                public static void down(int[] a, int from, int to) {
                    for (@Parallel int i = to; i > from; i--) a[i - from] = i;
                }
                public static void downTo(int[] a, int from, int to) {
                    for (@Parallel int i = to; i >= from; i -= 5) a[i - from] = i;
                }
                public static void toZero(int[] a, int from, int to) {
                    for (@Parallel int i = Math.abs(to) & 63; i >= 0; i -= 2) a[i] = i + from;
                }
                public static void wide(int[] a, int from, int to) {
                    for (@Parallel long i = from; i < to; i++) a[(int) (i - from)] = (int) i;
                }
                public static void wideTo(int[] a, int from, int to) {
                    long last = to;
                    for (@Parallel long i = from; i <= last; i += 4L) a[(int) (i - from)] = (int) i;
                }
                public static void wideDown(int[] a, int from, int to) {
                    for (@Parallel long i = to; i >= from; i -= 3) a[(int) (i - from)] = (int) i;
                }
                public static void far(int[] a, int from, int to) {
                    for (@Parallel int i = from; i < to; i += 100000) a[(i - from) / 100000] = i;
                }
                public static void nested(int[] a, int from, int to) {
                    for (@Parallel int i = 0; i < 8; i++) {
                        for (@Parallel int j = 0; j < 8; j++) a[8 * i + j] = i - j + from;
                    }
                }
                public static void half(int[] a, int from, int to) {
                    for (@Parallel int i = 0; i < a.length / 2; i++) a[i] = from + i;
                }
                public static void doubled(int[] a, int from, int to) {
                    for (@Parallel int i = 0; i * 2 < (to & 63); i++) a[i & 63] = from + i;
                }
                public static void unequal(int[] a, int from, int to) {
                    for (@Parallel int i = 0; i != 12; i++) a[i] = from + i;
                }
                public static void away(int[] a, int from, int to) {
                    if (from > 5) return;
                    for (@Parallel int i = 5; i < from; i--) a[i] = to;
                }
                public static void ofField(int[] a, int from, int to) {
                    for (@Parallel int i = 0; i < field; i++) a[i] = from + i;
                }
                static int calls;
                static int limit(int[] a) { calls++; return a[1]; }
                public static void ofCall(int[] a, int from, int to) {
                    calls = 0;
                    a[1] = 20;
                    for (@Parallel int i = 2; i < limit(a); i++) a[i] = from + i;
                    a[0] = calls;
                }
                public static void ofElement(int[] a, int from, int to) {
                    int[] rows = {3, 40};
                    for (@Parallel int i = rows[0]; i < rows[1]; i++) a[i] = from + i;
                }
                public static void fieldGrows(int[] a, int from, int to) {
                    field = 9;
                    for (@Parallel int i = 0; i < field; i++) {
                        a[i] = from + i;
                        if (i == 5 || i == 11) field += 7;
                    }
                    a[63] = field;
                    field = 9;
                }
                public static void elementShrinks(int[] a, int from, int to) {
                    a[0] = 50;
                    for (@Parallel int i = 1; i <= a[0]; i += 2) {
                        a[i] = from + i;
                        if (i == 21) a[0] = 30;
                    }
                }
                public static void longShrinks(int[] a, int from, int to) {
                    long[] bound = {60};
                    for (@Parallel long i = 1; i < bound[0]; i++) {
                        a[(int) i] = from;
                        if (i == 21) bound[0] = 30;
                    }
                }
                public static void byVariable(int[] a, int from, int to) {
                    int step = (to & 3) + 1;
                    for (@Parallel int i = 0; i < 60; i += 2 * step) a[i] = from + i;
                }
                public static void downByVariable(int[] a, int from, int to) {
                    long step = -((to & 3) + 1);
                    for (@Parallel long i = 60; i >= 0; i += step) a[(int) i] = from;
                }
                public static void byWrongSign(int[] a, int from, int to) {
                    int step = from & 0x40000000 | 0x20000000;
                    for (@Parallel int i = -1; i < 0; i += -step) a[0]++;
                }
                public static void inductions(int[] a, int from, int to) {
                    int k = 3;
                    long m = 100;
                    for (@Parallel int i = 2; i < 20; i++) {
                        a[k] = i;
                        k++;
                        if (i == 7) continue;
                        a[k] = (int) m;
                        k += 2;
                        m -= 5;
                    }
                    a[0] = k;
                    a[1] = (int) m;
                }
                public static void steady(int[] a, int from, int to) {
                    int k = to;
                    long m = 100;
                    for (@Parallel int i = 2; i < 20; i += 2) {
                        a[i] = k++;
                        m -= 5;
                        a[i + 1] = (int) m + k++;
                    }
                    a[0] = k;
                    a[1] = (int) m;
                }
                public static void scalars(int[] a, int from, int to) {
                    int sum = 0;
                    byte small = 120;
                    double wide = 1;
                    boolean odd = false;
                    char letter = 'a';
                    for (@Parallel int i = 0; i < 50; i++) {
                        sum += a[i] + i;
                        small += i;
                        wide = wide * 0.5 + i;
                        odd ^= (i & 5) == 0;
                        if (i > from) letter = (char) i;
                    }
                    a[50] = sum + small + (int) wide + (odd ? 1 : 0) + letter;
                }
                public static void growing(int[] a, int from, int to) {
                    int n = 40;
                    for (@Parallel int i = 0; i < n; i++) { a[i] = n; n--; }
                }
            }
            """;

    private static final List<String> WOVEN =
            List.of(
                    "up",
                    "upTo",
                    "down",
                    "downTo",
                    "toZero",
                    "wide",
                    "wideTo",
                    "wideDown",
                    "far",
                    "nested",
                    "half",
                    "ofField",
                    "ofElement",
                    "byVariable",
                    "downByVariable",
                    "steady");
    private static final List<String> IN_ORDER =
            List.of(
                    "ofCall",
                    "fieldGrows",
                    "elementShrinks",
                    "longShrinks",
                    "byWrongSign",
                    "inductions",
                    "scalars");
    private static final List<String> PLAIN = List.of("doubled", "unequal", "away", "growing");

    private static final int[][] RANGES = {
        {0, 63},
        {3, 61},
        {0, 0},
        {5, 4},
        {-40, 20},
        {Integer.MAX_VALUE - 60, Integer.MAX_VALUE - 10},
        {Integer.MIN_VALUE + 10, Integer.MIN_VALUE + 70},
        {-2_000_000_000, -1_994_000_000}
    };

    private static TestPlatform platform;
    private final List<LoopRun> runs = new ArrayList<>();

    @BeforeAll
    static void start() {
        platform = TestPlatform.start();
    }

    @AfterEach
    void nobody() {
        ParallelLoops.use(null);
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    /** The final content of the array, and the exception. */
    private static String call(Class<?> type, String name, int[] range) throws Exception {
        int[] a = new int[SIZE];
        boolean large = Math.abs((long) range[1] - range[0]) > 1000;
        String thrown = "";
        if (!large || name.equals("far")) {
            try {
                type.getMethod(name, int[].class, int.class, int.class)
                        .invoke(null, a, range[0], range[1]);
            } catch (InvocationTargetException failure) {
                thrown = failure.getCause().toString();
            }
        }
        return Arrays.toString(a) + thrown;
    }

    @ParameterizedTest
    @EnumSource(
            value = Compilers.class,
            names = {"JAVAC", "ECJ"})
    @DisplayName("JA-03, JA-05: steps, bounds, downward loops and variables do what Java does")
    void ja03_forms(Compilers compiler) throws Exception {
        Class<?> plain = compiler.load("Forms", SOURCE);
        URLClassLoader found = (URLClassLoader) plain.getClassLoader();
        ParallelLoops.use(new LiftedLoops(platform.platform()).telling(runs::add));
        try (WeavingLoader loader =
                new WeavingLoader(found.getURLs(), getClass().getClassLoader())) {
            Class<?> woven = loader.loadClass("Forms");
            for (String name : WOVEN) {
                runs.clear();
                for (int[] range : RANGES) {
                    String what = name + " from " + range[0] + " to " + range[1];
                    assertEquals(call(plain, name, range), call(woven, name, range), what);
                }
                assertTrue(
                        runs.stream().anyMatch(run -> run.parallel() && run.iterations() > 1),
                        name + " " + runs);
            }
            for (String name : IN_ORDER) {
                for (int[] range : RANGES) {
                    String what = name + " from " + range[0] + " to " + range[1];
                    assertEquals(call(plain, name, range), call(woven, name, range), what);
                }
            }
            runs.clear();
            for (String name : PLAIN) {
                for (int[] range : RANGES) {
                    assertEquals(call(plain, name, range), call(woven, name, range), name);
                }
                String said =
                        loader.refusals().stream()
                                .filter(one -> one.startsWith("Forms." + name + ", line "))
                                .findFirst()
                                .orElse("");
                assertTrue(said.length() > name.length() + 20, loader.refusals()::toString);
            }
            assertEquals(List.of(), runs);
            assertEquals(PLAIN.size(), loader.refusals().size(), loader.refusals()::toString);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Compilers.class,
            names = {"JAVAC", "ECJ"})
    @DisplayName("L2: the program's own loop, which runs where a proof does not pay, does the same")
    void l2_ownLoops(Compilers compiler) throws Exception {
        Class<?> plain = compiler.load("Forms", SOURCE);
        URLClassLoader found = (URLClassLoader) plain.getClassLoader();
        LiftedLoops loops = LiftedLoops.of(platform.platform(), false);
        List<String> all = new ArrayList<>(WOVEN);
        all.addAll(IN_ORDER);
        try (WeavingLoader loader =
                new WeavingLoader(found.getURLs(), getClass().getClassLoader())) {
            Class<?> woven = loader.loadClass("Forms");
            for (int round = 0; round < 6; round++) {
                ParallelLoops.use(round == 3 ? null : loops);
                for (String name : all) {
                    for (int[] range : RANGES) {
                        String what = name + " from " + range[0] + " to " + range[1];
                        assertEquals(call(plain, name, range), call(woven, name, range), what);
                    }
                }
            }
        }
        assertTrue(loops.ranInOrder() > 0);
        assertTrue(loops.ranParallel() < loops.ranInOrder());
    }

    @ParameterizedTest
    @EnumSource(
            value = Compilers.class,
            names = {"JAVAC", "ECJ"})
    @DisplayName("L2: a long loop in order is the code that slices call, or the program's own")
    void l2_longOwnLoops(Compilers compiler) throws Exception {
        Class<?> plain = compiler.load("Chains", CHAINS);
        URLClassLoader found = (URLClassLoader) plain.getClassLoader();
        LiftedLoops loops = LiftedLoops.of(platform.platform(), false);
        ParallelLoops.use(loops);
        try (WeavingLoader loader =
                new WeavingLoader(found.getURLs(), getClass().getClassLoader())) {
            Class<?> woven = loader.loadClass("Chains");
            assertEquals(List.of(), loader.refusals());
            for (String name : List.of("ints", "longs", "skipping", "nested", "ofObject")) {
                for (int fault : new int[] {1 << 18, 0, 1 << 20, 0, 1 << 19, 0, 1 << 20}) {
                    Throwable thrown = chain(woven, name, fault);
                    assertEquals(chain(plain, name, fault).toString(), thrown.toString(), name);
                    StackTraceElement[] all = thrown.getStackTrace();
                    if (fault == 0) {
                        continue;
                    }
                    boolean isRange = all[1].getMethodName().endsWith("$range");
                    boolean isOwn = all[1].getMethodName().equals(name);
                    boolean isFirst = fault == 1 << 18; // of which no time is known
                    assertTrue(isRange || isOwn && !isFirst, Arrays.toString(all));
                }
            }
        }
        assertEquals(0, loops.ranParallel());
    }

    /** Returns what a loop throws at an index, or at its end: the message has the memory. */
    private static Throwable chain(Class<?> type, String name, int fault) throws Exception {
        Object chains = type.getConstructor().newInstance();
        try {
            type.getMethod(name, int.class).invoke(chains, fault);
            type.getMethod("check", int.class, int.class).invoke(chains, 0, 1);
        } catch (InvocationTargetException failure) {
            return failure.getCause();
        }
        throw new AssertionError("it does not check: " + name);
    }

    private static final String CHAINS =
            """
            import org.anabranch.loops.Parallel;
            import java.util.Arrays;
            public class Chains {
                private final int[] a = new int[1 << 20];
                private int last = 3;
                public void check(int i, int fault) {
                    if (i == fault - 1) throw new IllegalStateException(i + " " + Arrays.hashCode(a));
                }
                public void ints(int fault) {
                    int[] a = this.a;
                    int each = 3;
                    for (@Parallel int i = 1; i < a.length; i++) {
                        a[i] = a[i - 1] * each + i;
                        check(i, fault);
                    }
                }
                public void longs(int fault) {
                    double each = 3.5;
                    int[] a = this.a;
                    for (@Parallel long i = 1; i < a.length; i++) {
                        long half = i / 2;
                        a[(int) i] = (int) (a[(int) i - 1] * each + half);
                        check((int) i, fault);
                    }
                }
                public void skipping(int fault) {
                    int[] a = this.a;
                    for (@Parallel int i = 1; i < a.length; i++) {
                        check(i, fault);
                        if ((a[i - 1] & 1) == 1) {
                            a[i] = i;
                            continue;
                        }
                        a[i] = a[i - 1] + 1;
                    }
                }
                public void nested(int fault) {
                    int[] a = this.a;
                    int size = 1 << 10;
                    for (@Parallel int i = 1; i < size; i++) {
                        for (int j = 0; j < size; j++) {
                            a[i * size + j] = a[(i - 1) * size + j] + i;
                            check(i * size + j, fault);
                        }
                    }
                }
                public void ofObject(int fault) {
                    int size = a.length;
                    for (@Parallel int i = 1; i < size; i++) {
                        a[i] = last += i;
                        check(i, fault);
                    }
                }
            }
            """;

    @Test
    @DisplayName("L2: a call that the site wants shared counts as one call, not as two")
    void l2_aSharedCallIsChosenOnce() {
        int[] x = new int[1000];
        IntBody body = i -> x[i] = i;
        LoopSite site = new LoopSite();
        for (int call = 0; call < 20; call++) {
            site.ranInOrder(1000, 2_000_000); // in all longer than any proof
        }
        LiftedLoops loops = LiftedLoops.of(platform.platform(), false);
        site.prepared();
        assertEquals(LoopSite.Way.IN_ORDER, site.next(1000));
        assertNull(loops.attempt(site, 1000, 0, 1000, body));
        assertEquals(LoopSite.Way.SHARED, site.next(1000), "the second of the first trials");
    }

    @Test
    @DisplayName("L7: a marked loop that is refused is reported, with the time of its verdict")
    void l7_refusedLoopsAreReported() {
        int[] x = new int[1000];
        IntBody body = i -> x[i] = x[i - 1] + 1;
        LoopSite site = new LoopSite();
        site.ranInOrder(1000, 10_000_000_000L);
        site.prepared();
        LiftedLoops loops = LiftedLoops.of(platform.platform(), false);
        LoopRun begun = loops.attempt(site, 1000, 1, 1000, body);
        assertEquals(0, x[1], "the caller runs it");
        assertTrue(begun.times().verdict() > 0, begun::toString);
        assertTrue(begun.reason().contains("distance 1"), begun.reason());
        assertEquals(List.of(begun), loops.recent(), "before it ends, since it may throw");
        loops.end(begun, 5);
        LoopRun ended = loops.recent().getFirst();
        assertEquals(new LoopRun.Times(begun.times().verdict(), 0, 5), ended.times());
        assertEquals(begun.name(), site.name(), "the proof is that of its own site");
        assertEquals("", LoopSite.of(body).name());
        assertEquals(1, loops.ranInOrder());
    }

    @Test
    @DisplayName("L3: a loop whose variable wraps is reported, and refused by strict loops")
    void l3_wrappedVariablesAreReported() throws Exception {
        Class<?> plain = Compilers.JAVAC.load("Wraps", WRAPS);
        URLClassLoader found = (URLClassLoader) plain.getClassLoader();
        try (WeavingLoader loader =
                new WeavingLoader(found.getURLs(), getClass().getClassLoader())) {
            Class<?> woven = loader.loadClass("Wraps");
            for (String name : List.of("wraps", "throwing", "changing")) {
                runs.clear();
                ParallelLoops.use(new LiftedLoops(platform.platform()).telling(runs::add));
                assertEquals(call(plain, name, RANGES[0]), call(woven, name, RANGES[0]));
                assertFalse(runs.isEmpty(), name);
                assertFalse(runs.getLast().parallel(), runs::toString);
                assertTrue(runs.getLast().name().contains("Wraps." + name + " "), runs::toString);
            }
            ParallelLoops.use(new LiftedLoops(platform.platform()).strict());
            String thrown = call(woven, "wraps", RANGES[0]);
            assertTrue(thrown.contains("NotParallelException"), thrown);
        }
    }

    private static final String WRAPS =
            """
            import org.anabranch.loops.Parallel;
            public class Wraps {
                static int bound;
                public static void wraps(int[] a, int from, int to) {
                    for (@Parallel int i = 0x60000000; i < 0x70000000; i += 0x30000000) {
                        a[(i >>> 28) & 15]++;
                    }
                }
                public static void throwing(int[] a, int from, int to) {
                    for (@Parallel int i = 1; i < 60; i++) {
                        a[i] = a[i - 1] + i;
                        if (i == 40) throw new IllegalStateException();
                    }
                }
                public static void changing(int[] a, int from, int to) {
                    bound = 50;
                    for (@Parallel int i = 1; i < bound; i++) {
                        a[i] = a[i - 1] + i;
                        if (i == 20) bound = 30;
                    }
                }
            }
            """;
}
