package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.loops.weave.ParallelLoops;
import org.anabranch.loops.weave.WeavingLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;

/** Methods that are left at a marked loop, for a method with the rest of them. */
class MarkedRestsTest {
    private static final int CALLS = 40;
    private static final String SOURCE =
            """
            import org.anabranch.loops.Parallel;
            public class Rests {
                interface Scaling {
                    int factor();
                    default double scaled(int[] a, double most) {
                        for (@Parallel int i = 0; i < a.length; i++) a[i] *= factor();
                        return Math.min(most, a[3]);
                    }
                    static float sum(int[] a, float first) {
                        float sum = first;
                        for (@Parallel int i = 0; i < a.length; i++) sum += a[i] * 0.1f;
                        return sum;
                    }
                }
                record Times(int factor) implements Scaling {}
                static class Super {
                    int twice(int x) { return 2 * x; }
                }
                static class Sub extends Super {
                    private final int[] a;
                    private final int third;
                    Sub(int[] given) {
                        a = given;
                        for (@Parallel int i = 0; i < given.length; i++) given[i] += 3;
                        third = given[2];
                    }
                    @Override int twice(int x) {
                        for (@Parallel int i = 0; i < a.length; i++) a[i] += x;
                        return super.twice(a[1] + third);
                    }
                    synchronized long locked(long before) {
                        for (@Parallel int i = 0; i < a.length; i++) a[i]++;
                        return before + a[0];
                    }
                    long inLock() {
                        long sum = 5;
                        synchronized (this) {
                            for (@Parallel int i = 0; i < a.length; i++) sum += a[i];
                        }
                        return sum + (Thread.holdsLock(this) ? 1000 : 0);
                    }
                }

                public static int named(int[] a) {
                    boolean own = false;
                    for (@Parallel int i = 0; i < a.length; i++) a[i]++;
                    for (StackTraceElement one : new Throwable().getStackTrace()) {
                        own |= one.getMethodName().equals("named");
                    }
                    return own ? a[0] : -1;
                }
                public static String defaults(int[] a) {
                    return new Times(a[0]).scaled(a, 500.5) + " " + Scaling.sum(a, 0.5f);
                }
                public static String objects(int[] a) {
                    Sub sub = new Sub(a);
                    return sub.twice(4) + " " + sub.locked(1L << 40) + " " + sub.inLock()
                        + Thread.holdsLock(sub);
                }
                public static long kinds(int[] a) {
                    byte b = (byte) a[0];
                    char c = (char) a[1];
                    short s = (short) -a[2];
                    boolean flag = a[3] % 2 == 0;
                    long l = a[4] * (1L << 33);
                    float f = a[5] / 7f;
                    double d = a[6] / 3.0;
                    String none = null;
                    int[][] two = {a, a.clone()};
                    for (@Parallel int i = 0; i < a.length; i++) two[0][i] += two[1][i] + b;
                    if (none == null) none = "set";
                    for (@Parallel long i = 0; i < a.length; i++) a[(int) i] -= c + s;
                    return b + c + s + (flag ? 1 : 0) + l + Float.floatToIntBits(f)
                        + Double.doubleToLongBits(d) + none.length();
                }
                public static double kept(int[] a) {
                    double sum = a[0] == 5 ? -0.0 : 0;
                    float product = 1;
                    long all = 1;
                    byte last = 3;
                    char letter = 'a';
                    boolean odd = false;
                    short least = Short.MAX_VALUE;
                    for (@Parallel int i = 0; i < a.length; i++) {
                        sum += a[i] * 0.3;
                        product *= 1 + a[i] * 0.001f;
                        all = all * 31 + a[i];
                        if (a[i] == 17) last = (byte) (a[i] * 100);
                        letter += a[i];
                        odd ^= (a[i] & 1) == 1;
                        if (a[i] < least) least = (short) a[i];
                    }
                    return sum + product + all + last + letter + (odd ? 1 : 2) + least;
                }
                public static int one(int[] a) {
                    int found = -1;
                    double where = Double.NaN;
                    for (@Parallel int i = 0; i < a.length; i++) {
                        if (a[i] == 40) {
                            found = i;
                            where = i;
                        }
                    }
                    return found * 100 + (int) where;
                }
                public static Runnable meanwhile;
                public static int interrupted(int[] a) {
                    int found = -1;
                    for (@Parallel int i = 0; i < a.length; i++) {
                        if (i == 5 && meanwhile != null) meanwhile.run();
                        if (a[i] == 40) found = i;
                    }
                    return found;
                }
                public static int handled(int[] a) {
                    int caught = 0;
                    int ended = 0;
                    try {
                        for (@Parallel int i = 0; i < a.length; i++) a[i] = 100 / (a[i] - 21);
                        ended += 10;
                    } catch (ArithmeticException zero) {
                        caught++;
                        for (@Parallel int i = 0; i < a.length; i++) a[i] -= i;
                    } finally {
                        ended++;
                    }
                    return caught * 1000 + ended;
                }
                public static int nested(int[] a) {
                    int s = 1;
                    for (int k = 0; k < 12; k++) {
                        for (@Parallel int i = k; i < a.length; i++) a[i] += s;
                        if (a[k] % 3 == 0) continue;
                        for (@Parallel int i = a.length - 1; i >= k; i -= 2) s += a[i] & 3;
                        if (s > 400) break;
                        int before = s;
                        for (@Parallel int i = 1; i < a.length; i++) a[i] = a[i - 1] % 50 + before;
                    }
                    return s;
                }
                /* more */
            }
            """;

    /** With a value on the stack at its loops. The virtual machine refuses ECJ's own code of it. */
    private static final String SWITCHED =
            """
            public static int switched(int[] a) {
                int[] b = a.clone();
                return a[0] + switch (a[1] % 3) {
                    case 0 -> {
                        for (@Parallel int i = 0; i < a.length; i++) a[i] += b[a.length - 1 - i];
                        yield a[2];
                    }
                    case 1 -> 7;
                    default -> {
                        int t = 0;
                        for (@Parallel int i = 0; i < a.length; i++) t += a[i];
                        yield t;
                    }
                };
            }
            """;

    private static TestPlatform platform;

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
    @DisplayName("L2: a method that is left at its marked loops does what the whole one does")
    void l2_rests(Compilers compiler) throws Exception {
        String more = compiler == Compilers.ECJ ? "" : SWITCHED;
        String source = SOURCE.replace("/* more */", more);
        try (WovenClass program = new WovenClass(compiler, "Rests", source)) {
            assertEquals(List.of(), program.refusals());
            assertEquals(List.of(), program.irreducible(), "loops with two entries");
            for (boolean always : new boolean[] {true, false}) {
                program.use(LiftedLoops.of(platform.platform(), always));
                compare(program, always ? 6 : 2);
                assertTrue(!program.runs.isEmpty(), "no call has told of its run");
            }
            // without one who is told, short calls go on, and are measured from time to time
            ParallelLoops.use(LiftedLoops.of(platform.platform(), false));
            compare(program, CALLS);
            ParallelLoops.use(null);
            compare(program, 2);
        }
    }

    @Test
    @DisplayName("L2: a range leaves the variables that it does not set to other slices")
    void l2_rangesThatOverlap() throws Exception {
        Class<?> plain = Compilers.JAVAC.load("Rests", SOURCE);
        URL[] found = ((URLClassLoader) plain.getClassLoader()).getURLs();
        try (WeavingLoader loader = new WeavingLoader(found, getClass().getClassLoader())) {
            Class<?> woven = loader.loadClass("Rests");
            Method range =
                    Arrays.stream(woven.getDeclaredMethods())
                            .filter(one -> one.getName().startsWith("lambda$interrupted$"))
                            .filter(one -> one.getName().endsWith("$range"))
                            .findFirst()
                            .orElseThrow();
            range.setAccessible(true);
            int[] a = new int[64];
            a[50] = 40;
            int[] cell = {-1};
            Runnable other = () -> assertDoesNotThrow(() -> range.invoke(null, a, cell, 32, 64));
            woven.getField("meanwhile").set(null, other);
            range.invoke(null, a, cell, 0, 32);
            assertEquals(50, cell[0], "what the other slice has set");
        }
    }

    private static void compare(WovenClass program, int calls) throws Exception {
        for (int seed = 0; seed < calls; seed++) {
            for (String method : program.methods()) {
                String expected = program.plain(method, seed);
                assertEquals(expected, program.woven(method, seed), method + ", seed " + seed);
            }
        }
    }
}
