package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/** Loops that keep the greatest or least value: each way to write it, and what only looks alike. */
class ExtremesTest {
    private static final int N = 3001;
    private static TestPlatform platform;
    private static Loops loops;

    @BeforeAll
    static void start() {
        platform = TestPlatform.start();
        loops = new LiftedLoops(platform.platform());
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    /** The data of a loop. */
    private static final class Data {
        final int[] a = new Random(3).ints(N, -40, 41).toArray();
        final int[] b = new int[N];
        final int[] most = {25};
        final int[] at = {-1};

        @Override
        public String toString() {
            return Arrays.toString(most) + Arrays.toString(at) + Arrays.toString(b);
        }
    }

    private interface Body {
        IntBody over(Data data);
    }

    /** Runs a loop, which has to have the bits of running in order, and in parallel or not. */
    private static void runs(boolean parallel, Body body) {
        runs(parallel, 25, body);
    }

    private static void runs(boolean parallel, int start, Body body) {
        Data expected = new Data();
        expected.most[0] = start;
        IntBody inOrder = body.over(expected);
        for (int i = 0; i < N; i++) {
            inOrder.run(i);
        }
        Data found = new Data();
        found.most[0] = start;
        LoopRun run = loops.parallelInts(0, N, body.over(found));
        assertEquals(expected.toString(), found.toString(), run.reason());
        assertEquals(parallel, run.parallel(), run.reason());
    }

    @Test
    @DisplayName("JA-06: what is set beside a value that is taken and used later runs in order")
    void ja06SetBeside() {
        runs(
                false,
                data ->
                        i -> {
                            int t = 0;
                            data.b[i] = 7;
                            if (data.a[i] > data.most[0]) {
                                t = data.a[i];
                                data.most[0] = t;
                            }
                            data.b[i] += t;
                        });
        runs(
                false,
                data ->
                        i -> {
                            int t = 0;
                            for (int k = 0; k < 2; k++) {
                                data.b[i] += 7;
                                if (data.a[i] > data.most[0]) {
                                    data.at[0] = t;
                                    t = k + 1;
                                    data.most[0] = data.a[i];
                                }
                            }
                        });
    }

    @Test
    @DisplayName("JA-06: the greatest and least by a choice of what is stored")
    void ja06Chosen() {
        runs(true, d -> i -> d.most[0] = d.a[i] > d.most[0] ? d.a[i] : d.most[0]);
        runs(true, d -> i -> d.most[0] = d.most[0] > d.a[i] ? d.most[0] : d.a[i]);
        runs(
                true,
                d ->
                        i -> {
                            d.most[0] = d.a[i] < d.most[0] ? d.a[i] : d.most[0];
                            int v = d.a[i] * 2;
                            d.at[0] = d.at[0] <= v ? v : d.at[0];
                        });
        runs(false, d -> i -> d.most[0] = d.a[i] > d.most[0] ? d.a[i] - 1 : d.most[0]);
        runs(false, d -> i -> d.most[0] = d.a[i] > d.most[0] ? d.a[i] : d.most[0] - 1);
        runs(false, d -> i -> d.b[i] = d.most[0] = d.a[i] > d.most[0] ? d.a[i] : d.most[0]);
        runs(
                false,
                d ->
                        i -> {
                            int t = d.most[0];
                            d.most[0] = d.a[i] > t ? d.a[i] : t;
                            d.b[i] = t;
                        });
    }

    private static int larger(int x, int y) {
        return x > y ? x : y;
    }

    private static int smaller(int x, int y) {
        if (x <= y) {
            return x;
        }
        return y;
    }

    @Test
    @DisplayName("JA-06: the greatest and least by methods that return it")
    void ja06Returned() {
        runs(true, d -> i -> d.most[0] = larger(d.most[0], d.a[i]));
        runs(true, d -> i -> d.most[0] = smaller(d.a[i] * 3, d.most[0]));
        runs(
                false,
                d ->
                        i -> {
                            int t = larger(d.a[i], d.most[0]);
                            d.most[0] = t;
                            d.b[i] = t;
                        });
        runs(false, d -> i -> d.most[0] = larger(d.most[0], d.a[i]) + 1);
    }

    @Test
    @DisplayName("JA-06: by a choice of floating numbers a NaN is never taken, or it runs in order")
    void ja06ChosenNans() {
        double[] values = new Random(5).doubles(N, -3, 3).toArray();
        values[77] = Double.NaN;
        values[2000] = -0.0;
        for (double start : new double[] {-0.0, 1, Double.NaN, Double.POSITIVE_INFINITY}) {
            double[] most = {start};
            double[] inOrder = {start};
            IntBody body = i -> most[0] = values[i] > most[0] ? values[i] : most[0];
            LoopRun run = loops.parallelInts(0, N, body);
            for (int i = 0; i < N; i++) {
                inOrder[0] = values[i] > inOrder[0] ? values[i] : inOrder[0];
            }
            assertEquals(Arrays.toString(inOrder), Arrays.toString(most));
            assertEquals(true, run.parallel(), run.reason());
            LoopRun other =
                    loops.parallelInts(
                            0, N, i -> most[0] = most[0] > values[i] ? most[0] : values[i]);
            assertEquals(false, other.parallel(), other.reason());
        }
    }

    @Test
    @DisplayName("JA-05, JA-06: where the greatest or least value was is kept with it")
    void ja06Places() {
        for (int start : new int[] {-100, 25, 40, 100}) {
            runs(
                    true,
                    start,
                    d ->
                            i -> {
                                if (d.a[i] > d.most[0]) {
                                    d.most[0] = d.a[i];
                                    d.at[0] = i;
                                }
                            });
            runs(
                    true,
                    start,
                    d ->
                            i -> {
                                int v = Math.abs(d.a[i] - 3);
                                if (v <= d.most[0]) {
                                    d.at[0] = i * 2 + v;
                                    d.most[0] = v;
                                }
                            });
            runs(
                    true,
                    start,
                    d ->
                            i -> {
                                for (int k = 0; k < 3; k++) {
                                    int v = d.a[i] ^ k;
                                    if (d.most[0] <= v) {
                                        d.most[0] = v;
                                        d.at[0] = 3 * i + k;
                                    }
                                }
                            });
        }
    }

    @Test
    @DisplayName("JA-06: places that are read, or are several cells, run in order")
    void ja06OtherPlaces() {
        runs(
                false,
                d ->
                        i -> {
                            if (d.a[i] > d.most[0]) {
                                d.most[0] = d.a[i];
                                d.at[0]++;
                            }
                        });
        runs(
                false,
                d ->
                        i -> {
                            if (d.a[i] > d.most[0]) {
                                d.most[0] = d.a[i];
                                d.b[i] = 1;
                            }
                        });
        runs(
                false,
                d ->
                        i -> {
                            if (d.a[i] > d.most[0]) {
                                d.most[0] = d.a[i];
                                d.b[d.a[i] & 1] = i;
                            }
                        });
    }

    @Test
    @DisplayName("JA-06: places that are also set elsewhere, or hold what was before, run in order")
    void ja06PlacesSetElsewhere() {
        runs(
                false,
                d ->
                        i -> {
                            if (d.a[i] > d.most[0]) {
                                d.most[0] = d.a[i];
                                d.at[0] = i;
                            }
                            if (d.a[i] == 3) {
                                d.at[0] = -i;
                            }
                        });
        runs(
                false,
                d ->
                        i -> {
                            if (d.a[i] > d.most[0]) {
                                d.at[0] = d.most[0];
                                d.most[0] = d.a[i];
                            }
                        });
        runs(
                false,
                d ->
                        i -> {
                            if (d.a[i] > d.most[0]) {
                                d.most[0] = d.a[i];
                            } else {
                                d.at[0] = i;
                            }
                        });
    }

    private static int second(int unused, int y) {
        return y;
    }

    @Test
    @DisplayName(
            "JA-06: an array of the iteration that is set beside a value, and read, is refused")
    void ja06OwnArray() {
        runs(
                false,
                d ->
                        i -> {
                            int[] own = new int[1];
                            if (d.a[i] > d.most[0]) {
                                d.most[0] = d.a[i];
                                own[0] = 1;
                            }
                            d.b[i] = own[0];
                        });
    }

    @Test
    @DisplayName("JA-06: a sum that is narrowed to less than its cell runs in order")
    void ja06NarrowedSums() {
        runs(false, d -> i -> d.most[0] = (byte) (d.most[0] + 3));
        runs(true, d -> i -> d.most[0] = (int) (d.most[0] + d.a[i] * 5_000_000_000L));
    }

    @Test
    @DisplayName("JA-06: a fault where a value is not taken is not missed")
    void ja06FaultWhereNotTaken() {
        int[] values = IntStream.range(0, N).map(i -> i == 0 ? N : i).toArray();
        int[] places = IntStream.range(0, N).map(i -> i < 2 * N / 3 ? 0 : -1).toArray();
        int[] most = {0};
        IntBody body =
                i -> most[0] = values[i] > most[0] ? values[i] : second(values[places[i]], most[0]);
        assertThrows(IndexOutOfBoundsException.class, () -> loops.parallelInts(0, N, body));
        boolean[] all = {true};
        IntBody flag =
                i -> {
                    boolean was = all[0];
                    int unused = was ? 0 : values[places[i]];
                    all[0] = was && values[i] != N;
                };
        assertThrows(IndexOutOfBoundsException.class, () -> loops.parallelInts(0, N, flag));
    }

    @Test
    @DisplayName("JA-06: a cell that is combined, or left alone, on each path is reduced")
    void ja06Paths() {
        runs(true, d -> i -> d.most[0] = d.a[i] > 3 ? d.most[0] + d.a[i] : d.most[0]);
        runs(
                true,
                d ->
                        i -> {
                            int t = d.most[0] - d.a[i];
                            d.most[0] = t;
                            if (d.a[i] > 0) {
                                d.most[0] = t - 1;
                            }
                        });
        runs(
                true,
                d ->
                        i -> {
                            if (d.a[i] != 7 && d.a[i] > d.most[0]) {
                                d.most[0] = d.a[i];
                                d.at[0] = i;
                            }
                        });
    }

    @Test
    @DisplayName("JA-06: what runs on some paths only depends on what was taken before")
    void ja06PathsThatDepend() {
        runs(
                false,
                d ->
                        i -> {
                            if (d.a[i] > d.most[0]) {
                                d.at[0] = i;
                                if (d.a[i] != 7) {
                                    d.most[0] = d.a[i];
                                }
                            }
                        });
        runs(
                false,
                d ->
                        i -> {
                            if (d.a[i] > d.most[0]) {
                                if (d.a[i] < 39) {
                                    return;
                                }
                                d.most[0] = d.a[i];
                            }
                            d.b[i] = 1;
                        });
    }

    @Test
    @DisplayName(
            "JA-06: a sum whose value goes through an inner loop to other memory runs in order")
    void ja06ThroughLoop() {
        runs(
                false,
                d ->
                        i -> {
                            d.most[0] += d.a[i];
                            int t = d.most[0];
                            for (int k = 0; k < i; k++) {
                                t += k;
                            }
                            d.b[i] = t;
                        });
    }
}
