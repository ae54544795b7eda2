package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import org.junit.jupiter.params.provider.EnumSource;

import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Loops of ordinary methods, marked by {@code @Parallel}, in a plain program. */
class AnnotatedLoopsTest {
    private static final String SOURCE =
            """
            import org.anabranch.loops.Parallel;
            public class Marked {
                static int[] values = new int[100];
                int offset = 3;
                public static void saxpy(float a, float[] x, float[] y, int n) {
                    for (@Parallel int i = 0; i < n; i++) {
                        if (x[i] < 0) continue;
                        y[i] += a * x[i];
                    }
                }
                public static void product(double[] a, double[] b, double[] c, int n) {
                    for (@Parallel int i = 0; i < n; i++) {
                        for (int j = 0; j < n; j++) {
                            double sum = 0;
                            for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
                            c[i * n + j] = sum;
                        }
                    }
                }
                public int instance(int[] a) {
                    int total = 0;
                    for (@Parallel int i = 1; i <= 50; i++) a[i] = offset + i;
                    for (int i = 0; i < a.length; i++) total += a[i];
                    return total;
                }
                public static void scan(int[] a) {
                    for (@Parallel int i = 1; i < a.length; i++) a[i] += a[i - 1];
                }
                public static void fields() {
                    for (@Parallel int i = 0; i < 100; i++) values[i] = i * i;
                }
                public static int find(int[] a, int x) {
                    for (@Parallel int i = 0; i < a.length; i++) {
                        if (a[i] == x) return i;
                    }
                    return -1;
                }
                public static int[] last(int[][] a) {
                    int[] row = null;
                    for (@Parallel int i = 0; i < a.length; i++) row = a[i];
                    return row;
                }
                public Marked() {
                    for (@Parallel int i = 0; i < values.length; i++) values[i] = offset;
                }
                public static int caught(int[] a) {
                    int s = 0;
                    try {
                        for (@Parallel int i = 0; i < a.length; i++) s += 12 / a[i];
                    } catch (ArithmeticException zero) {
                        return s;
                    }
                    return -s;
                }
                public static int[] values() { return values; }
            }
            """;

    private static TestPlatform platform;
    private static LiftedLoops loops;
    private final List<LoopRun> runs = new ArrayList<>();

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

    private WeavingLoader loader(Compilers compiler) throws Exception {
        ParallelLoops.use(loops.telling(runs::add));
        Class<?> plain = compiler.load("Marked", SOURCE);
        URLClassLoader found = (URLClassLoader) plain.getClassLoader();
        return new WeavingLoader(found.getURLs(), getClass().getClassLoader());
    }

    private static Object call(Class<?> type, String name, Object... arguments) throws Exception {
        var method =
                Arrays.stream(type.getMethods())
                        .filter(m -> m.getName().equals(name))
                        .findFirst()
                        .orElseThrow();
        boolean isStatic = java.lang.reflect.Modifier.isStatic(method.getModifiers());
        Object self = isStatic ? null : type.getDeclaredConstructor().newInstance();
        return method.invoke(self, arguments);
    }

    private LoopRun last() {
        return runs.getLast();
    }

    @ParameterizedTest
    @EnumSource(
            value = Compilers.class,
            names = {"JAVAC", "ECJ"})
    @DisplayName("JA-01: marked loops of ordinary methods run as loops of the platform")
    void ja01MarkedLoops(Compilers compiler) throws Exception {
        try (WeavingLoader loader = loader(compiler)) {
            Class<?> type = loader.loadClass("Marked");
            float[] x = {1, -2, 3, 4};
            float[] y = {1, 1, 1, 1};
            call(type, "saxpy", 2f, x, y, 4);
            assertEquals("[3.0, 1.0, 7.0, 9.0]", Arrays.toString(y));
            assertTrue(last().parallel(), last().toString());
            assertEquals("Marked.saxpy (loop in line 6)", last().name());
            double[] c = new double[4];
            call(type, "product", new double[] {1, 2, 3, 4}, new double[] {1, 0, 0, 1}, c, 2);
            assertEquals("[1.0, 2.0, 3.0, 4.0]", Arrays.toString(c));
            assertTrue(last().parallel(), last().toString());
            assertEquals(50 * 3 + 50 * 51 / 2, call(type, "instance", new int[60]));
            assertEquals(50, last().iterations());
            call(type, "fields");
            assertEquals(81, ((int[]) call(type, "values"))[9]);
            int[] scanned = {1, 1, 1, 1};
            call(type, "scan", scanned);
            assertEquals("[1, 2, 3, 4]", Arrays.toString(scanned));
            assertEquals(Verdict.Kind.DEPENDENT, last().verdict().kind());
            assertTrue(last().verdict().line() > 0, last().toString());
        }
    }

    @ParameterizedTest
    @EnumSource(Compilers.class)
    @DisplayName(
            "JA-03: other loops, and code without debug information, stay as they are, located")
    void ja03Refusals(Compilers compiler) throws Exception {
        try (WeavingLoader loader = loader(compiler)) {
            Class<?> type = loader.loadClass("Marked");
            int[] a = {4, 5, 6};
            assertEquals(1, call(type, "find", a, 5));
            assertArrayEquals(a, (int[]) call(type, "last", (Object) new int[][] {{1}, a}));
            assertEquals(7, call(type, "caught", new int[] {4, 3, 0, 6}));
            assertEquals(-6, call(type, "caught", new int[] {4, 4}));
            assertEquals(List.of(), runs);
            String all = String.join("\n", loader.refusals());
            assertTrue(all.contains("Marked.find"), all);
            if (compiler.hasLines()) {
                assertTrue(all.contains("find, line") && all.contains("it returns"), all);
                assertTrue(all.contains("it sets the variable row, a reference"), all);
                assertTrue(all.contains("it sets the variable s, which a catch reads"), all);
            } else {
                assertTrue(all.contains("compile with -g"), all);
            }
            float[] y = {1};
            call(type, "saxpy", 2f, new float[] {1}, y, 1);
            assertEquals(3, y[0]);
        }
    }
}
