package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sums of floating-point numbers in marked loops, in order or as the mark permits. */
class MarkedSumsTest {
    private static final int LENGTH = 100_000;
    private static final String SOURCE =
            """
            import org.anabranch.loops.Parallel;
            public class Sums {
                static final double[] X = java.util.stream.IntStream.range(0, %d)
                        .mapToDouble(i -> 1.0 / (i + 1)).toArray();
                static int limit() { return X.length; }
                public static double inOrder(int[] a) {
                    double s = a[0];
                    for (@Parallel int i = 0; i < X.length; i++) s += X[i];
                    return s;
                }
                public static double tiled(int[] a) {
                    double s = a[0];
                    for (@Parallel(reassociate = true) int i = 0; i < X.length; i++) s += X[i];
                    return s;
                }
                public static double byCall(int[] a) {
                    double s = a[0];
                    for (@Parallel(reassociate = true) int i = 0; i < limit(); i++) s += X[i];
                    return s;
                }
                public static double denied(int[] a) {
                    double s = a[0];
                    for (@Parallel(reassociate = false) int i = 0; i < X.length; i++) s += X[i];
                    return s;
                }
                public static double small(int[] a) {
                    double s = a[0];
                    for (@Parallel(reassociate = true) int i = 0; i < 4096; i++) s += X[i];
                    return s;
                }
                public static double brief(int[] a) {
                    double s = 0;
                    int n = 300 * a[0];
                    for (@Parallel(reassociate = true) int i = 0; i < n; i++) s += X[i];
                    return s;
                }
            }
            """
                    .formatted(LENGTH);

    private static TestPlatform platform;

    @BeforeAll
    static void start() {
        platform = TestPlatform.start();
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static String tiled(Loops loops, int length, double first) {
        double[] s = {first};
        double[] x = new double[length];
        java.util.Arrays.setAll(x, i -> 1.0 / (i + 1));
        loops.reassociating().parallelInts(0, length, i -> s[0] += x[i]);
        return s[0] + "[";
    }

    @ParameterizedTest
    @EnumSource(
            value = Compilers.class,
            names = {"JAVAC", "ECJ"})
    @DisplayName("L7: a mark permits that a sum is computed in tiles, in this loop alone")
    void l7_reassociation(Compilers compiler) throws Exception {
        LiftedLoops loops = new LiftedLoops(platform.platform());
        String expected = tiled(loops, LENGTH, 3);
        try (WovenClass sums = new WovenClass(compiler, "Sums", SOURCE)) {
            sums.use(loops);
            for (String name : new String[] {"tiled", "byCall"}) {
                String woven = sums.woven(name, 3);
                assertTrue(woven.startsWith(expected), name + " " + woven + sums.runs);
                assertTrue(name.equals("byCall") || sums.runs.getLast().parallel());
            }
            for (String name : new String[] {"inOrder", "denied"}) {
                assertEquals(sums.plain(name, 3), sums.woven(name, 3));
                assertFalse(sums.runs.getLast().parallel(), sums.runs::toString);
            }
            assertFalse(sums.plain("inOrder", 3).startsWith(expected));
            assertEquals(sums.plain("small", 3), sums.woven("small", 3));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Compilers.class,
            names = {"JAVAC", "ECJ"})
    @DisplayName("L7: its bits are the same in each run, whether a proof pays or not")
    void l7_sameBitsInEachRun(Compilers compiler) throws Exception {
        LiftedLoops loops = LiftedLoops.of(platform.platform(), false);
        String expected = tiled(loops, LENGTH, 3);
        try (WovenClass sums = new WovenClass(compiler, "Sums", SOURCE)) {
            String brief = tiled(loops, 9000, 0);
            assertFalse(sums.plain("brief", 30).startsWith(brief));
            org.anabranch.loops.weave.ParallelLoops.use(loops);
            for (int call = 0; call < 200; call++) {
                assertTrue(sums.woven("tiled", 3).startsWith(expected));
                assertTrue(sums.woven("byCall", 3).startsWith(expected));
                assertTrue(sums.woven("brief", 30).startsWith(brief), call + " calls before");
                for (int shorter = 0; shorter < 50; shorter++) {
                    assertEquals(sums.plain("brief", 3), sums.woven("brief", 3));
                }
                assertEquals(sums.plain("small", 3), sums.woven("small", 3));
            }
        }
    }
}
