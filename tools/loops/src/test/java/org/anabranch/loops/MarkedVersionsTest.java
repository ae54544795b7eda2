package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.loops.weave.ParallelLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Methods that come to their marked loops again and again: control passes between the original
 * method and its two continuations, wherever unmeasured time ends.
 */
class MarkedVersionsTest {
    private static final int SEEDS = 30;

    private static final String SOURCE =
            """
            import org.anabranch.loops.Parallel;
            import org.anabranch.loops.cost.CoarseClock;
            import java.util.Map;
            import java.util.TreeMap;
            public class Versions {
                public static final Map<String, Integer> PASSED = new TreeMap<>();
                private static int now;

                /** Ends unmeasured time at some of the places; counts the versions. */
                private static void pass(int place) {
                    String here = new Throwable().getStackTrace()[1].getMethodName();
                    String version = here.substring(here.lastIndexOf('$') + 1);
                    PASSED.merge(here.equals(version) ? "original" : version, 1, Integer::sum);
                    now = now * 31 + place + 7;
                    if ((now >>> 3) % 3 == 0) CoarseClock.expire();
                }
                private static void start(int[] a) { now = a[5]; }

                public static String kinds(int[] a) {
                    start(a);
                    byte b = (byte) a[0];
                    char c = 'c';
                    short s = (short) -a[2];
                    boolean flag = false;
                    long l = a[4] * (1L << 33);
                    float f = Float.intBitsToFloat(0x7fa00000 + a[5]);
                    double d = a[6] == 3 ? -0.0 : Double.NaN;
                    Object none = null;
                    String text = "t";
                    int[][] rows = {a, a.clone()};
                    int[] row = rows[1];
                    for (int k = 0; k < 12; k++) {
                        for (@Parallel int i = 0; i < a.length; i++) a[i] += row[i] % 9 + b;
                        pass(k);
                        long here = l + k;
                        for (@Parallel int i = 0; i < row.length; i++) row[i] ^= (int) (here >> 33);
                        text = text.length() < 5 ? text + k : text.substring(2);
                        none = k == 6 ? text : none;
                        flag ^= a[k] > 9;
                        row = rows[flag ? 1 : 0];
                        c++;
                        b += k;
                        s -= c;
                        f = k % 4 == 0 ? f : Float.floatToRawIntBits(f) + 0.5f;
                        pass(k + 50);
                        for (@Parallel long i = 0; i < a.length; i++) a[(int) i] -= c + s;
                        d = d != d && k == 5 ? a[1] : d * 0.5;
                        l += here % 7;
                    }
                    return b + " " + c + s + flag + l + Float.floatToRawIntBits(f) + " "
                        + Double.doubleToRawLongBits(d) + none + text + (row == a);
                }
                /* more */
                public static int labelled(int[] a) {
                    start(a);
                    int s = 1;
                    rows:
                    for (int k = 0; k < 9; k++) {
                        for (@Parallel int i = k; i < a.length; i++) a[i] += s;
                        pass(k);
                        int m = k;
                        while (m-- > 0) {
                            if (a[m] % 5 == 0) continue rows;
                            for (@Parallel int i = a.length - 1; i >= m; i -= 3) s += a[i] & 3;
                            pass(m);
                            if (s > 900) break rows;
                        }
                        int before = s;
                        do {
                            for (@Parallel int i = 1; i < a.length; i++) a[i] = a[i - 1] % 50 + before;
                            pass(before);
                        } while (before++ % 3 != 0);
                    }
                    return s;
                }
                public static int handled(int[] a) {
                    start(a);
                    int caught = 0;
                    for (int k = 0; k < 10; k++) {
                        try {
                            pass(k);
                            for (@Parallel int i = 0; i < a.length; i++) a[i] = 1000 / (a[i] - 21);
                            if (a[3] % 4 == 1) throw new IllegalStateException("k" + k);
                            caught += 10;
                        } catch (ArithmeticException zero) {
                            caught++;
                            pass(k + 20);
                            for (@Parallel int i = 0; i < a.length; i++) a[i] += i + 30;
                        } catch (IllegalStateException other) {
                            caught += other.getMessage().length();
                        } finally {
                            for (@Parallel int i = 0; i < a.length; i++) a[i] = a[i] % 60 + k;
                        }
                    }
                    return caught;
                }
                /** With loops that have no range: one steps another variable. */
                public static int stepped(int[] a) {
                    start(a);
                    int m = 3;
                    for (int k = 0; k < 10; k++) {
                        for (@Parallel int i = 0; i < a.length; i++) {
                            a[i] += m;
                            m += 2;
                        }
                        pass(k);
                    }
                    return m;
                }
                public static double thrown(int[] a) {
                    start(a);
                    double sum = 0.5;
                    try {
                        for (int k = 0; k < 8; k++) {
                            pass(k);
                            for (@Parallel int i = 0; i < a.length; i++) a[i] += 1000 / (a[i] - 40 + k);
                            sum = sum * 2 + k;
                        }
                    } finally {
                        a[7] = (int) sum;
                    }
                    return sum;
                }
                public static long deep(int[] a) {
                    start(a);
                    return deep(a, 3, 1L);
                }
                private static long deep(int[] a, int levels, long before) {
                    long all = before;
                    for (int k = 0; k < 4; k++) {
                        int from = k;
                        for (@Parallel int i = from; i < a.length; i++) a[i] += levels;
                        pass(levels);
                        if (levels > 0) all = all * 31 + deep(a, levels - 1, all % 1000);
                        for (@Parallel int i = 0; i < a.length; i++) all += a[i];
                    }
                    return all;
                }
                private int field;
                private float step(int[] a, float first, String name) {
                    float sum = first;
                    for (int k = 0; k < 6; k++) {
                        for (@Parallel int i = 0; i < a.length; i++) sum += a[i] * 0.1f;
                        pass(k);
                        field += name.length();
                        Runnable more = () -> field++;
                        for (@Parallel int i = 0; i < a.length; i++) a[i] += field;
                        more.run();
                    }
                    return sum;
                }
                private void nothing(int[] a) {
                    for (int k = 0; k < 6; k++) {
                        if (a[k] % 11 == 10) return;
                        for (@Parallel int i = 0; i < a.length; i++) a[i] += field;
                        pass(k);
                    }
                    field++;
                }
                public static String objects(int[] a) {
                    start(a);
                    Versions one = new Versions();
                    float sum = one.step(a, 0.25f, "name");
                    one.nothing(a);
                    return sum + " " + one.field;
                }
                interface Grown {
                    int by();
                    default short all(int[] a) {
                        short all = 0;
                        for (int k = 0; k < 5; k++) {
                            for (@Parallel int i = 0; i < a.length; i++) a[i] += by();
                            pass(k);
                            all += a[k];
                        }
                        return all;
                    }
                }
                public static int defaults(int[] a) {
                    start(a);
                    Grown two = () -> 2;
                    return two.all(a);
                }
            }
            """;

    /** With a variable of a type that the program cannot name. ECJ refuses it. */
    private static final String INFERRED =
            """
            public static String inferred(int[] a) {
                start(a);
                var text = a[1] % 2 == 0 ? new StringBuilder("x") : new StringBuffer("y");
                java.util.List<int[]> rows = new java.util.ArrayList<>();
                for (int k = 0; k < 6; k++) {
                    for (@Parallel int i = 0; i < a.length; i++) a[i] += i ^ 5;
                    pass(k);
                    rows.add(a);
                }
                return String.valueOf((Object) text) + rows.size();
            }
            """;

    /** A loop in one line, with another line after it. */
    private static final String LINES =
            """
            private static void fails(int[] a) {
                for (@Parallel int i = 0; i < a.length + 1; i++) a[i] += i;
                a[6]++;
            }
            public static int line(int[] a) {
                start(a);
                pass(0);
                try {
                    fails(a);
                } catch (IndexOutOfBoundsException outside) {
                    for (StackTraceElement one : outside.getStackTrace()) {
                        if (one.getMethodName().equals("fails")) return one.getLineNumber();
                    }
                }
                return -1;
            }
            """;

    /** More variables than a method may have as parameters. */
    private static final String MANY =
            """
            public static long many(int[] a) {
                start(a);
                long v0 = a[2]%s;
                for (int k = 0; k < 6; k++) {
                    for (@Parallel int i = 0; i < a.length; i++) a[i] += (int) v3 + i;
                    pass(k);
                    v4 += a[k];
                }
                return v0%s;
            }
            """
                    .formatted(numbered(", v%1$d = v0 * %1$d"), numbered(" * 31 + v%d"));

    private static TestPlatform platform;

    private static String numbered(String text) {
        return IntStream.range(1, 130).mapToObj(text::formatted).collect(Collectors.joining());
    }

    @BeforeAll
    static void start() {
        platform = TestPlatform.start();
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = Compilers.class,
            names = {"JAVAC", "ECJ"})
    @DisplayName("L2: a method does the same in whichever version it comes to its marked loops")
    void l2_versions(Compilers compiler) throws Exception {
        String more = LINES + MANY + (compiler == Compilers.ECJ ? "" : INFERRED);
        String source = SOURCE.replace("/* more */", more);
        try (WovenClass program = new WovenClass(compiler, "Versions", source)) {
            assertEquals(List.of(), program.refusals());
            assertEquals(List.of(), program.irreducible(), "loops with two entries");
            ParallelLoops.use(LiftedLoops.of(platform.platform(), false));
            for (int seed = 0; seed < SEEDS; seed++) {
                for (String method : program.methods()) {
                    String expected = program.plain(method, seed);
                    assertEquals(expected, program.woven(method, seed), method + ", seed " + seed);
                }
            }
            Map<?, ?> passed = (Map<?, ?>) program.field("PASSED");
            for (String version : List.of("original", "rest", "resumed")) {
                assertTrue(passed.containsKey(version), () -> version + " of " + passed);
            }
        }
    }
}
