package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Loops whose iterations collide, but only in sums, in private memory or by reading before. */
class TreatedLoopsTest {
    private static final int N = 10_007;
    private static TestPlatform platform;
    private static Loops loops;

    private long total = 5;
    private float last;

    @BeforeAll
    static void start() {
        platform = TestPlatform.start();
        loops = new LiftedLoops(platform.platform());
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    /** Runs a body over two copies of data, in parallel and in order. */
    private static <T> String same(int n, Supplier<T> data, Body<T> body, Consumer<T> also) {
        T found = data.get();
        T expected = data.get();
        LoopRun run = loops.strict().parallelInts(0, n, body.over(found));
        IntBody inOrder = body.over(expected);
        for (int i = 0; i < n; i++) {
            inOrder.run(i);
        }
        assertEquals(text(expected), text(found), run.reason());
        assertTrue(run.parallel());
        also.accept(found);
        return run.reason();
    }

    private static <T> String same(int n, Supplier<T> data, Body<T> body) {
        return same(n, data, body, found -> {});
    }

    private static String text(Object data) {
        return Arrays.deepToString(new Object[] {data});
    }

    private interface Body<T> {
        IntBody over(T data);
    }

    private static int[][] ints(int count, int bound) {
        Random random = new Random(1);
        int[][] arrays = new int[count][];
        Arrays.setAll(arrays, k -> random.ints(N + 8, -bound, bound).toArray());
        return arrays;
    }

    @Test
    @DisplayName(
            "JA-06: a flag whose update runs a loop is no reduction if the loop's result is used")
    void ja06FlagWithLoop() {
        boolean[] all = {true};
        int[] sums = new int[N];
        LoopRun run =
                loops.parallelInts(
                        0,
                        N,
                        i -> {
                            int sum = 0;
                            boolean small = all[0];
                            if (small) {
                                for (int k = 0; k < i; k++) {
                                    sum += k;
                                }
                                small = sum < 100;
                            }
                            all[0] = small;
                            sums[i] = sum;
                        });
        assertEquals(105, Arrays.stream(sums).max().getAsInt(), run.reason());
    }

    @Test
    @DisplayName("JA-06: an index out of bounds has the effects of sequential execution in a sum")
    void ja06FaultsInSums() {
        Random random = new Random(6);
        for (int round = 0; round < 20; round++) {
            int[] at = random.ints(N, 0, 16).toArray();
            int bad = random.nextInt(N);
            at[bad] = random.nextBoolean() ? 16 : -1;
            long[][] found = {new long[16], new long[N]};
            long[][] expected = {new long[16], new long[N]};
            Exception thrown =
                    assertThrows(
                            ArrayIndexOutOfBoundsException.class,
                            () -> loops.strict().parallelInts(0, N, sums(found, at)));
            IntBody inOrder = sums(expected, at);
            for (int i = 0; i < bad; i++) {
                inOrder.run(i);
            }
            Exception first =
                    assertThrows(ArrayIndexOutOfBoundsException.class, () -> inOrder.run(bad));
            if (first.getMessage() != null && thrown.getMessage() != null) { // hot code has none
                assertEquals(first.getMessage(), thrown.getMessage());
            }
            assertArrayEquals(expected, found, "fault at " + bad);
        }
    }

    private static IntBody sums(long[][] d, int[] at) {
        long[] sum = d[0];
        long[] seen = d[1];
        return i -> {
            seen[i] = i + 1L;
            sum[at[i]] += i;
        };
    }

    @Test
    @DisplayName("JA-06: sums, products, least, greatest and bits of whole numbers are exact")
    void ja06WholeNumbers() {
        same(
                N,
                () -> ints(7, 1000),
                d -> {
                    int[] a = d[0];
                    int[] sum = d[1];
                    int[] product = d[2];
                    int[] least = d[3];
                    int[] greatest = d[4];
                    int[] or = d[5];
                    int[] xor = d[6];
                    return i -> {
                        sum[3] += a[i];
                        product[0] *= a[i] | 1;
                        least[1] = Math.min(least[1], a[i]);
                        greatest[2] = Math.max(a[i] * 7, greatest[2]);
                        or[0] |= a[i];
                        xor[0] ^= a[i];
                    };
                });
        String reason =
                same(
                        N,
                        () -> ints(2, 64),
                        d -> {
                            int[] a = d[0];
                            int[] histogram = d[1];
                            return i -> histogram[a[i] + 64]++;
                        });
        assertTrue(reason.contains("reduced by +"), reason);
    }

    @Test
    @DisplayName("JA-06: the greatest and least by comparison, NaNs and signs of zeros included")
    void ja06Comparisons() {
        float[] odd = {0f, -0f, Float.NaN, Float.NEGATIVE_INFINITY, -1f, 0f, -0f, -3e30f};
        for (float start : new float[] {-1f, -0f, 0f, Float.NaN, Float.NEGATIVE_INFINITY, 7f}) {
            for (int shift = 0; shift < odd.length; shift++) {
                int from = shift;
                String reason =
                        same(
                                N,
                                () -> {
                                    float[] data = extremes(odd, from);
                                    return new float[][] {data, {start}, {start}, {start}};
                                },
                                d -> {
                                    float[] a = d[0];
                                    float[] first = d[1];
                                    float[] last = d[2];
                                    float[] least = d[3];
                                    return i -> {
                                        if (a[i] > first[0]) {
                                            first[0] = a[i];
                                        }
                                        if (last[0] <= a[i]) {
                                            last[0] = a[i];
                                        }
                                        float v = -a[i];
                                        if (v < least[0]) {
                                            least[0] = v;
                                        }
                                    };
                                });
                assertTrue(reason.contains("reduced by max"), reason);
            }
        }
    }

    private static float[] extremes(float[] odd, int shift) {
        float[] values = new float[N];
        for (int i = 0; i < N; i++) {
            values[i] = odd[(i / 1000 + shift) % odd.length];
        }
        return values;
    }

    @Test
    @DisplayName("JA-06: sums of narrow numbers and in fields are exact")
    void ja06NarrowNumbers() {
        byte[] small = new byte[1];
        loops.strict().parallelInts(0, 1000, i -> small[0] = (byte) (small[0] + i));
        byte expected = 0;
        for (int i = 0; i < 1000; i++) {
            expected = (byte) (expected + i);
        }
        assertEquals(expected, small[0]);
        loops.strict().parallel(0, N, i -> total += i);
        assertEquals(5 + (long) N * (N - 1) / 2, total);
    }

    @Test
    @DisplayName(
            "JA-06: sums of floats run in order unless allowed, then by one tree for all splits")
    void ja06Floats() {
        Random random = new Random(4);
        float[] a = new float[50_001];
        for (int i = 0; i < a.length; i++) {
            a[i] = random.nextFloat() - 0.5f;
        }
        float[] s = {1};
        LoopRun run = loops.parallelInts(0, a.length, i -> s[0] += a[i]);
        assertFalse(run.parallel());
        assertTrue(run.reason().contains("reduced by +"), run.reason());
        float inOrder = 1;
        for (float x : a) {
            inOrder += x;
        }
        assertEquals(inOrder, s[0]);
        float tree = tree(a);
        for (int repeat = 0; repeat < 5; repeat++) {
            float[] t = {1};
            run = loops.reassociating().strict().parallelInts(0, a.length, i -> t[0] += a[i]);
            assertTrue(run.parallel());
            assertEquals(Float.floatToRawIntBits(1 + tree), Float.floatToRawIntBits(t[0]));
        }
        float[] m = {Float.POSITIVE_INFINITY};
        loops.strict().parallelInts(0, a.length, i -> m[0] = Math.min(m[0], a[i]));
        float least = Float.POSITIVE_INFINITY;
        for (float x : a) {
            least = Math.min(least, x);
        }
        assertEquals(least, m[0]);
    }

    /** Tiles of 4096 in order, then pairs of neighbours, then pairs of these. */
    private static float tree(float[] a) {
        float[] tiles = new float[(a.length + 4095) / 4096];
        Arrays.fill(tiles, -0f);
        for (int i = 0; i < a.length; i++) {
            tiles[i / 4096] += a[i];
        }
        for (int step = 1; step < tiles.length; step *= 2) {
            for (int t = 0; t + step < tiles.length; t += 2 * step) {
                tiles[t] += tiles[t + step];
            }
        }
        return tiles[0];
    }

    @Test
    @DisplayName("L45, JA-05: a private scalar, array or field has the value of the last iteration")
    void ja05LastValues() {
        String reason =
                same(
                        N,
                        () -> ints(4, 100),
                        d -> {
                            int[] s = d[0];
                            int[] a = d[1];
                            int[] b = d[2];
                            int[] scratch = d[3];
                            return i -> {
                                s[0] = b[i] + 3;
                                a[i] = s[0] * s[0];
                                for (int k = 0; k < 5; k++) {
                                    scratch[k] = b[i] + k;
                                }
                            };
                        });
        assertTrue(reason.contains("private"), reason);
    }

    /** A cell written in {@code i - start} iterations of an inner loop, and read after it. */
    private static Body<int[][]> cellAfter(int start) {
        return d -> {
            int[] s = d[0];
            int[] a = d[1];
            return i -> {
                for (int k = start; k < i; k++) {
                    s[3] = i * 5 + k;
                }
                a[i] = s[3];
            };
        };
    }

    /** Four cells, each time. */
    private static Body<int[][]> cellsAfter(int start) {
        return d -> {
            int[] s = d[0];
            int[] a = d[1];
            return i -> {
                for (int j = start; j < i; j++) {
                    for (int k = 0; k < 4; k++) {
                        s[k] = i * 5 + j + k;
                    }
                }
                a[i] = s[3];
            };
        };
    }

    /** One cell each time, another one the next time. */
    private static Body<int[][]> rangeAfter(int start) {
        return d -> {
            int[] s = d[0];
            int[] a = d[1];
            return i -> {
                for (int k = start; k < i; k++) {
                    s[k + 1] = i * 5 + k;
                }
                int sum = 0;
                for (int k = start; k < i; k++) {
                    sum += s[k + 1];
                }
                a[i] = sum;
            };
        };
    }

    @Test
    @DisplayName("JA-05: what an inner loop writes is not covered where it may have no iterations")
    void ja05NoIterations() {
        List<IntFunction<Body<int[][]>>> bodies =
                List.of(
                        TreatedLoopsTest::cellAfter,
                        TreatedLoopsTest::cellsAfter,
                        TreatedLoopsTest::rangeAfter);
        for (IntFunction<Body<int[][]>> body : bodies) {
            String covered = same(99, () -> ints(2, 100), body.apply(-1));
            assertTrue(covered.contains("private"), covered);
            for (int start : new int[] {0, 5, 98}) {
                int[][] found = ints(2, 100);
                int[][] expected = ints(2, 100);
                LoopRun run = loops.parallelInts(0, 99, body.apply(start).over(found));
                IntStream.range(0, 99).forEach(body.apply(start).over(expected)::run);
                assertArrayEquals(expected, found, run.reason());
            }
        }
        String range = same(99, () -> ints(2, 100), rangeAfter(0));
        assertTrue(range.contains("private"), range);
    }

    @Test
    @DisplayName("JA-05: the last iteration in order that wrote wins, of each cell and of a field")
    void ja05LastWriters() {
        same(
                N,
                () -> ints(3, 100),
                d -> {
                    int[] s = d[0];
                    int[] b = d[2];
                    return i -> {
                        if (b[i] > 90) {
                            s[1] = i;
                            s[b[i] & 7] = b[i];
                        }
                    };
                });
        float[] a = new float[N];
        loops.strict()
                .parallelInts(
                        0,
                        N,
                        i -> {
                            last = i * 0.5f;
                            a[i] = last + 1;
                        });
        assertEquals((N - 1) * 0.5f, last);
        assertEquals(last + 1, a[N - 1]);
    }

    @Test
    @DisplayName("JA-05: a field that one iteration sets, beside a sum, keeps what it sets")
    void ja05FieldOfOneIteration() {
        int[] sum = new int[1];
        total = 5;
        LoopRun run =
                loops.parallelInts(
                        0,
                        N,
                        i -> {
                            sum[0] += i;
                            if (i == 7) {
                                total = 48;
                            }
                        });
        assertEquals(48, total, run.reason());
        assertEquals(N * (N - 1) / 2, sum[0]);
    }

    @Test
    @DisplayName("L75: colliding places of an index array: the last one in order wins")
    void l75LastWins() {
        same(
                N,
                () -> ints(3, 500),
                d -> {
                    int[] a = d[0];
                    int[] p = d[1];
                    int[] b = d[2];
                    return i -> a[p[i] + 500] = b[i];
                });
    }

    @Test
    @DisplayName("L13, L20: what is only read before it is written is read from a copy")
    void l20Before() {
        String reason =
                same(
                        N,
                        () -> ints(2, 1000),
                        d -> {
                            int[] a = d[0];
                            int[] b = d[1];
                            return i -> a[i] = a[i + 1] + a[i + 3] * b[i];
                        });
        assertTrue(reason.contains("copy made before"), reason);
        same(
                N,
                () -> ints(3, 1000),
                d -> {
                    int[] a = d[0];
                    int[] b = d[1];
                    int[] c = d[2];
                    return i -> {
                        a[i] = a[i + 1] + b[i];
                        c[i] = a[i] * 2;
                    };
                });
        int[] array = ints(1, 100)[0];
        int[] expected = array.clone();
        MemorySegment segment = MemorySegment.ofArray(array);
        loops.strict()
                .parallel(
                        0,
                        N,
                        i ->
                                segment.setAtIndex(
                                        ValueLayout.JAVA_INT,
                                        i,
                                        segment.getAtIndex(ValueLayout.JAVA_INT, i + 2) + 1));
        for (int i = 0; i < N; i++) {
            expected[i] = expected[i + 2] + 1;
        }
        assertArrayEquals(expected, array);
    }

    @Test
    @DisplayName("L46, L63: carried values, scans and cells that move on are not treated")
    void l63Carried() {
        int[] s = {1};
        int[] a = new int[N];
        int[] b = new int[N];
        inOrder(
                i -> {
                    s[0] += i;
                    b[i] = s[0];
                });
        inOrder(
                i -> {
                    a[i] = s[0] * 3;
                    s[0] = b[i];
                });
        inOrder(
                i -> {
                    int k = i & 7;
                    int t = a[k];
                    k++;
                    a[k] = t + 1;
                });
        int[] shifted = a.clone();
        inOrder(i -> a[i + 1] = a[i] + 1, N - 1);
        assertEquals(N - 1 + shifted[0], a[N - 1]);
    }

    private static void inOrder(IntBody body) {
        inOrder(body, N);
    }

    private static void inOrder(IntBody body, int n) {
        LoopRun run = loops.parallelInts(0, n, body);
        assertFalse(run.parallel(), run.reason());
    }

    @Test
    @DisplayName("JA-06: a fault leaves sums, private memory and copies as running in order does")
    void ja06Faults() {
        int[][] d = ints(3, 100);
        int[][] e = ints(3, 100);
        int bad = 7000;
        d[1][bad] = 1 << 30;
        e[1][bad] = 1 << 30;
        IntBody body = faulty(d[0], d[1], d[2]);
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> loops.parallelInts(0, N, body));
        IntBody inOrder = faulty(e[0], e[1], e[2]);
        assertThrows(
                ArrayIndexOutOfBoundsException.class,
                () -> {
                    for (int i = 0; i < N; i++) {
                        inOrder.run(i);
                    }
                });
        assertEquals(Arrays.deepToString(e), Arrays.deepToString(d));
    }

    private static IntBody faulty(int[] sum, int[] at, int[] c) {
        return i -> {
            sum[0] += i;
            c[i] = c[i + 1] + 1;
            sum[at[i] + 200] += 3;
        };
    }
}
