package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;

/** Marked loops whose iterations handle exceptions, in the program or by record patterns. */
class MarkedHandlersTest {
    private static final int SEEDS = 12;
    private static final String SOURCE =
            """
            import org.anabranch.loops.Parallel;
            public class Handling {
                record Point(int x, int y) {
                    public int x() {
                        if (x == 13) throw new IllegalStateException("unlucky");
                        return x;
                    }
                }
                record Line(Point from, Point to) {}
                static int limit(int[] a) { return a.length; }

                public static int caught(int[] a) {
                    int s = 0;
                    for (@Parallel int i = 0; i < a.length; i++) {
                        try {
                            a[i] = 100 / a[i];
                        } catch (ArithmeticException zero) {
                            a[i] = -i;
                        }
                    }
                    return s;
                }
                public static int caughtByName(int[] a) {
                    int count = 0;
                    for (@Parallel int i = 0; i < limit(a); i++) {
                        try {
                            if (a[i] == 7) throw new IllegalStateException("seven");
                            a[i + (a[i] == 9 ? 60 : 0)]++;
                        } catch (IllegalStateException | IndexOutOfBoundsException thrown) {
                            count += thrown.getMessage().length();
                        }
                    }
                    return count;
                }
                public static int counted(int[] a) {
                    int k = 3;
                    for (@Parallel int i = 0; i < a.length; i++) {
                        try {
                            a[i] = 1000 / a[i];
                            k++;
                        } catch (ArithmeticException zero) {
                            a[i] = k;
                        }
                    }
                    return k;
                }
                public static int ended(int[] a) {
                    int k = 0;
                    for (@Parallel int i = 0; i < a.length; i++) {
                        try {
                            if (a[i] % 5 == 1) continue;
                            a[i] = 64 / (a[i] % 5);
                        } catch (ArithmeticException zero) {
                            continue;
                        } finally {
                            k++;
                            a[i] += i;
                        }
                        a[i] *= 2;
                    }
                    return k;
                }
                public static int nested(int[] a) {
                    int k = 0;
                    for (@Parallel int i = 0; i < a.length; i++) {
                        try {
                            try {
                                a[i] = 8 / a[i];
                            } finally {
                                a[i] += 3;
                            }
                        } catch (RuntimeException any) {
                            k += i;
                            if (i > 40) throw any;
                        }
                    }
                    return k;
                }
                public static int around(int[] a) {
                    int last = -1;
                    try {
                        for (@Parallel int i = 0; i < a.length; i++) {
                            try {
                                a[i] = a[a[i]] / a[i];
                            } catch (ArrayIndexOutOfBoundsException outside) {
                                a[i] = -1;
                            }
                        }
                    } catch (ArithmeticException zero) {
                        last = 7;
                    }
                    return last;
                }
                public static int harmless(int[] a) {
                    int[] b = a.clone();
                    for (@Parallel int i = 0; i < b.length; i++) {
                        try {
                            a[i] = b[i] + 1;
                        } catch (IndexOutOfBoundsException never) {
                            a[0] = 5;
                        }
                    }
                    return 0;
                }
                public static int cleaned(int[] a) {
                    int[] b = new int[a.length];
                    for (@Parallel int i = 0; i < a.length; i++) {
                        try {
                            a[i] = a[i] * 3;
                        } finally {
                            b[i] = 1;
                        }
                    }
                    return b[5];
                }
                public static int patterns(int[] a) {
                    Line line = new Line(new Point(a[0] % 14, 2), new Point(3, 4));
                    for (@Parallel int i = 0; i < a.length; i++) {
                        if (line instanceof Line(Point(int x, int y), Point to)) a[i] += x * y + to.y();
                    }
                    return a[1];
                }
                public static int made(int[] a) {
                    for (@Parallel int i = 0; i < a.length; i++) {
                        Object point = new Point(a[i] / 5, i);
                        a[i] = point instanceof Point(int x, int y) ? x + y : -1;
                    }
                    return a[1];
                }
                public static int thrown(int[] a) {
                    for (@Parallel int i = 0; i < a.length; i++) {
                        Object point = new Point(a[i] % 14, i);
                        a[i] = point instanceof Point(int x, int y) ? x + y : -1;
                    }
                    return a[1];
                }
                public static int switched(int[] a) {
                    Object line = a[0] % 2 == 0 ? new Point(a[0] % 14, 2) : "text";
                    for (@Parallel int i = 0; i < limit(a); i++) {
                        a[i] += switch (line) {
                            case Point(int x, int y) -> x + i;
                            case String text -> 5;
                            default -> 6;
                        };
                    }
                    return a[1];
                }
                public static String within(int[] a) {
                    Point point = new Point(a[0] % 14, 2);
                    try {
                        for (@Parallel int i = 0; i < a.length; i++) {
                            if (point instanceof Point(int x, int y)) a[i] += x * y;
                        }
                    } catch (MatchException thrown) {
                        return thrown.getMessage() + thrown.getCause();
                    }
                    return "";
                }
            }
            """;

    private static final List<String> PARALLEL =
            List.of("harmless", "cleaned", "patterns", "made", "switched", "within");

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
    @DisplayName(
            "L4: loops with handlers are woven, and do what Java does if exceptions are thrown")
    void l4_handlers(Compilers compiler) throws Exception {
        try (WovenClass handling = new WovenClass(compiler, "Handling", SOURCE)) {
            assertEquals(List.of(), handling.refusals());
            for (boolean always : new boolean[] {true, false}) {
                handling.use(LiftedLoops.of(platform.platform(), always));
                for (String name : handling.methods()) {
                    boolean parallel = false;
                    for (int seed = 0; seed < SEEDS; seed++) {
                        String expected = handling.plain(name, seed);
                        assertEquals(expected, handling.woven(name, seed), name + " " + seed);
                        parallel |= handling.runs.stream().anyMatch(LoopRun::parallel);
                    }
                    if (always) {
                        String how = name + handling.runs;
                        assertEquals(PARALLEL.contains(name), parallel, how);
                    }
                }
            }
        }
    }
}
