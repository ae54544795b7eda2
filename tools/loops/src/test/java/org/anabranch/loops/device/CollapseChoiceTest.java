package org.anabranch.loops.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Place;
import org.anabranch.loops.IntBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.emit.EmitOptions.Collapse;
import org.anabranch.loops.emit.ManyCores;
import org.anabranch.loops.emit.OpenClRun;
import org.anabranch.loops.lift.BodyResolver;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.lift.Lifter;
import org.anabranch.loops.lift.Revealed;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.loops.nest.Judgement;
import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;
import java.util.function.Function;

/** Loops inside as a dimension of the index space: which are, and Java's bits for what they do. */
class CollapseChoiceTest {
    private static final int N = 45;

    private static OpenClRun device;
    private static Loops loops;

    /** The arrays that a loop reads, and the one that it writes. */
    private record Data(float[] a, float[] b, float[] c, float[][] rows) {
        static Data fresh() {
            SplittableRandom random = new SplittableRandom(11);
            float[][] rows = new float[N][N];
            for (float[] row : rows) {
                fill(row, random);
            }
            return new Data(
                    fill(new float[2 * N * N], random),
                    fill(new float[2 * N * N], random),
                    fill(new float[2 * N * N], random),
                    rows);
        }

        private static float[] fill(float[] array, SplittableRandom random) {
            for (int e = 0; e < array.length; e++) {
                array[e] = (float) random.nextDouble(-1, 1);
            }
            return array;
        }
    }

    @BeforeAll
    static void open() throws Exception {
        device = new OpenClRun(new ManyCores());
        loops = new LiftedLoops(device.platform()).on(device.domain());
    }

    @AfterAll
    static void close() {
        if (device != null) {
            device.close();
        }
    }

    private static void check(Collapse way, int low, int high, Function<Data, IntBody> made) {
        Data expected = Data.fresh();
        IntBody java = made.apply(expected);
        for (int i = low; i < high; i++) {
            java.run(i);
        }
        Data actual = Data.fresh();
        IntBody body = made.apply(actual);
        Revealed revealed = BodyResolver.open(body, "I");
        Lifted lifted = Lifter.lift(revealed);
        Inputs inputs = new Inputs(lifted, revealed.captured());
        Judgement judgement = Judgement.of(lifted.body(), inputs, low, high);
        CollapseChoice choice =
                CollapseChoice.of(lifted.body(), judgement.nest(), high - low, true);
        String kernel = DeviceLoop.text(lifted, judgement.nest(), high - low);
        assertEquals(way, choice.way(), kernel);
        LoopRun run = loops.parallelInts(low, high, body);
        assertTrue(run.reason().startsWith("on opencl"), run.toString());
        assertArrayEquals(expected.c, actual.c, kernel);
        assertArrayEquals(expected.a, actual.a, kernel);
        assertArrayEquals(expected.rows, actual.rows, kernel);
    }

    private static void product(Data d, int i) {
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < N; k++) {
                sum += d.a[i * N + k] * d.b[k * N + j];
            }
            d.c[i * N + j] = sum;
        }
    }

    private static void escape(Data d, int i) {
        float y = 3f * i / N - 1.5f;
        for (int j = 0; j < N; j++) {
            float x = 3f * j / N - 2;
            float re = 0;
            float im = 0;
            int it = 0;
            while (it < 100 && re * re + im * im < 4) {
                float next = re * re - im * im + x;
                im = 2 * re * im + y;
                re = next;
                it++;
            }
            d.c[i * N + j] = it;
        }
    }

    private static void jacobi(Data d, int i) {
        for (int j = 1; j < N - 1; j++) {
            int at = i * N + j;
            d.c[at] = 0.25f * (d.a[at - N] + d.a[at + N] + d.a[at - 1] + d.a[at + 1]);
        }
    }

    @Test
    @DisplayName("JA-12: loops inside become a dimension for devices with many cores")
    void ja12Collapsed() {
        Collapse way = Collapse.INNER_FASTEST;
        check(way, 0, N, d -> i -> product(d, i));
        check(way, 0, N, d -> i -> escape(d, i));
        check(way, 1, N - 1, d -> i -> jacobi(d, i));
        check(way, 3, N, d -> i -> backwards(d, i));
        check(way, 0, N, d -> i -> scaledRow(d, i));
        check(way, 0, N, d -> i -> someRows(d, i));
        check(way, 0, N, d -> i -> firstOfRow(d, i));
    }

    @Test
    @DisplayName("JA-14: host and device share rows whose columns are work-items")
    void ja14Shared() {
        Place named = Place.among(device.platform().domains()); // anywhere is a choice
        Loops all = new LiftedLoops(device.platform()).on(named);
        Data expected = Data.fresh();
        for (int i = 0; i < N; i++) {
            product(expected, i);
        }
        for (int round = 0; round < 5; round++) {
            Data actual = Data.fresh();
            LoopRun run = all.parallelInts(0, N, i -> product(actual, i));
            assertTrue(run.reason().startsWith("on the host and opencl"), run.toString());
            assertArrayEquals(expected.c, actual.c);
        }
        float[] cells = new float[N * N - 7];
        IntBody outside =
                i -> {
                    for (int j = 0; j < N; j++) {
                        cells[i * N + j] = i;
                    }
                };
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> all.parallelInts(0, N, outside));
        assertEquals(N - 1, cells[cells.length - 1]);
    }

    private static void backwards(Data d, int i) {
        for (int j = N - 1; j >= 2; j--) {
            d.c[i * N + j] = d.c[i * N + j] * d.a[j];
        }
    }

    private static void scaledRow(Data d, int i) {
        float scale = d.a[i] / 3;
        float[] row = d.rows[i];
        for (int j = 0; j < row.length; j++) {
            row[j] *= scale;
        }
    }

    private static void someRows(Data d, int i) {
        if (i % 3 == 1) {
            return;
        }
        for (int j = 0; j < N; j++) {
            if (d.b[j] > 0) {
                d.c[i * N + j] = d.a[j];
            }
        }
    }

    /** Begins where the row does, so its bounds depend on i, and the number of iterations not. */
    private static void firstOfRow(Data d, int i) {
        for (int at = i * N; at < i * N + N; at++) {
            d.c[at] = d.a[at] + i;
        }
    }

    @Test
    @DisplayName("JA-12: columns that an iteration walks stay apart, neighbours stay together")
    void ja12Columns() {
        check(
                Collapse.OUTER_FASTEST,
                0,
                N,
                d ->
                        i -> {
                            for (int j = 0; j < N; j++) {
                                d.c[j * N + i] = d.a[j * N + i] * 2;
                            }
                        });
    }

    @Test
    @DisplayName("JA-12: no dimension where the order of iterations inside may matter")
    void ja12NotCollapsed() {
        check(Collapse.NONE, 0, N, d -> i -> sum(d, i));
        check(Collapse.NONE, 0, N, d -> i -> sumInMemory(d, i));
        check(Collapse.NONE, 0, N, d -> i -> runningSum(d, i));
        check(Collapse.NONE, 0, N, d -> i -> shifted(d, i));
        check(Collapse.NONE, 0, N, d -> i -> lastOne(d, i));
        check(Collapse.NONE, 0, N, d -> i -> triangle(d, i));
        check(Collapse.NONE, 0, N, d -> i -> writesBefore(d, i));
        check(Collapse.NONE, 0, N, d -> i -> writesAfter(d, i));
        check(Collapse.NONE, 0, N, d -> i -> readsBefore(d, i));
        check(Collapse.NONE, 0, N, d -> i -> readsRowBefore(d, i));
        check(Collapse.NONE, 0, N, d -> i -> normalised(d, i));
        check(Collapse.NONE, 0, N, d -> i -> leaves(d, i));
        check(Collapse.NONE, 0, N, d -> i -> ends(d, i));
        check(Collapse.NONE, 0, N, d -> i -> carried(d, i));
        check(Collapse.NONE, 0, N, d -> i -> ownArray(d, i));
    }

    private static void sum(Data d, int i) {
        float sum = 0;
        for (int j = 0; j < N; j++) {
            sum += d.a[i * N + j];
        }
        d.c[i] = sum;
    }

    private static void sumInMemory(Data d, int i) {
        for (int j = 0; j < N; j++) {
            d.c[i] += d.a[i * N + j];
        }
    }

    private static void runningSum(Data d, int i) {
        for (int j = 1; j < N; j++) {
            d.c[i * N + j] += d.c[i * N + j - 1];
        }
    }

    private static void shifted(Data d, int i) {
        for (int j = 0; j < N - 1; j++) {
            d.c[i * N + j] = d.c[i * N + j + 1];
        }
    }

    private static void lastOne(Data d, int i) {
        for (int j = 0; j < N; j++) {
            d.c[i] = d.a[j];
        }
    }

    private static void triangle(Data d, int i) {
        for (int j = 0; j < i; j++) {
            d.c[i * N + j] = d.a[j];
        }
    }

    private static void writesBefore(Data d, int i) {
        d.c[N * N + i] = d.c[N * N + i] + 1;
        for (int j = 0; j < N; j++) {
            d.c[i * N + j] = d.a[j];
        }
    }

    private static void writesAfter(Data d, int i) {
        for (int j = 0; j < N; j++) {
            d.c[i * N + j] = d.a[j];
        }
        d.c[N * N + i] = 3;
    }

    private static void readsBefore(Data d, int i) {
        float first = d.c[i * N];
        for (int j = 0; j < N; j++) {
            d.c[i * N + j] = d.a[j] + first;
        }
    }

    private static void readsRowBefore(Data d, int i) {
        float[] row = d.rows[i];
        float some = row[(int) d.a[i] & 7];
        for (int j = 0; j < N; j++) {
            row[j] = d.a[j] + some;
        }
    }

    /** A loop before would be repeated by each work-item. */
    private static void normalised(Data d, int i) {
        float sum = 0;
        for (int j = 0; j < N; j++) {
            sum += d.a[i * N + j];
        }
        for (int j = 0; j < N; j++) {
            d.c[i * N + j] = d.a[i * N + j] / sum;
        }
    }

    private static void leaves(Data d, int i) {
        for (int j = 0; j < N; j++) {
            if (d.a[i * N + j] > 0.9f) {
                break;
            }
            d.c[i * N + j] = d.b[j];
        }
    }

    private static void ends(Data d, int i) {
        for (int j = 0; j < N; j++) {
            if (d.a[i * N + j] > 0.9f) {
                return;
            }
            d.c[i * N + j] = d.b[j];
        }
    }

    private static void carried(Data d, int i) {
        float last = 0;
        for (int j = 0; j < N; j++) {
            d.c[i * N + j] = last;
            last = d.a[i * N + j];
        }
    }

    private static void ownArray(Data d, int i) {
        float[] own = new float[4];
        for (int j = 0; j < N; j++) {
            own[j & 3] += d.a[j];
            d.c[i * N + j] = own[j & 3];
        }
    }

    @Test
    @DisplayName("J08: a fault in a loop inside that is a dimension: memory and exception of Java")
    void j08Faults() {
        float[] a = new float[N * N];
        float[] c = new float[N * N - 7];
        IntBody body =
                i -> {
                    for (int j = 0; j < N; j++) {
                        c[i * N + j] = a[i * N + j] + 1;
                    }
                };
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> loops.parallelInts(0, N, body));
        assertEquals(1, c[c.length - 1]);
        int[] data = new int[N * N];
        int[] divisors = new int[N];
        IntBody dividing =
                i -> {
                    for (int j = 0; j < N; j++) {
                        data[i * N + j] = 100 / (divisors[j] + i - 20);
                    }
                };
        assertThrows(ArithmeticException.class, () -> loops.parallelInts(0, N, dividing));
        assertEquals(-100, data[19 * N + N - 1]);
        assertEquals(0, data[20 * N]);
        LoopRun run = loops.parallelInts(21, N, dividing);
        assertTrue(run.reason().startsWith("on opencl"), run.toString());
        assertEquals(100 / 24, data[(N - 1) * N + 5]);
    }

    @Test
    void enoughIterationsOfFewColumnsStayOne() {
        int n = 1 << 17;
        float[] c = new float[3 * n];
        IntBody body =
                i -> {
                    for (int j = 0; j < 3; j++) {
                        c[3 * i + j] = j;
                    }
                };
        Revealed revealed = BodyResolver.open(body, "I");
        Lifted lifted = Lifter.lift(revealed);
        Inputs inputs = new Inputs(lifted, revealed.captured());
        for (int high : new int[] {n, n - 1}) {
            Judgement judgement = Judgement.of(lifted.body(), inputs, 0, high);
            assertEquals(
                    high == n ? Collapse.NONE : Collapse.INNER_FASTEST,
                    CollapseChoice.of(lifted.body(), judgement.nest(), high, true).way());
        }
    }
}
