package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.Function;

/** The memory after an iteration of a long parallel loop has thrown. */
class FaultsTest {
    private static final int LOW = 3;
    private static final int N = 100_000;

    private static TestPlatform platform;
    private static LiftedLoops loops;

    /** Memory with one place of an index array that is outside; equal for equal places. */
    private static final class Data {
        final int[] x = new int[N];
        final int[] at = new int[N];
        final long[] a = new long[2 * N];
        final double[] b = new double[N];
        final int[][] rows = new int[2][N];

        Data(int outside) {
            for (int i = 0; i < N; i++) {
                x[i] = i * 31 % 1009;
                at[i] = i == outside ? N : N - 1 - i;
                a[i] = -i;
                a[N + i] = 5L * i;
                b[i] = i * 0.5;
                rows[1][i] = 7 * i;
            }
        }
    }

    @BeforeAll
    static void start() {
        platform = TestPlatform.start();
        loops = new LiftedLoops(platform.platform());
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    /** Bodies that write one element after the other, backwards, some, several or in rows. */
    private static List<Function<Data, IntBody>> bodies() {
        return List.of(
                d -> i -> d.a[i] = d.x[d.at[i]],
                d -> i -> d.a[N - 1 - i] = d.a[N - 1 - i] * 3 + d.x[d.at[i]],
                d -> i -> d.a[i + 5] += d.x[d.at[i]],
                d ->
                        i -> {
                            if (d.x[d.at[i]] > 500) {
                                d.a[i] = i;
                            }
                        },
                d -> i -> d.a[2 * i] = d.x[d.at[i]] + 1L,
                d ->
                        i -> {
                            d.a[i] = d.a[N + i] + 1;
                            d.a[N + i] = d.x[d.at[i]];
                        },
                d ->
                        i -> {
                            d.b[i] = d.b[i] * d.b[i] + 1;
                            d.a[N + N - 1 - i] = d.x[d.at[i]];
                        },
                d ->
                        i -> {
                            d.rows[1][i] = 2 * d.rows[1][i];
                            d.rows[0][N - 1 - i] = d.x[d.at[i]];
                        },
                d -> i -> d.b[d.at[i]] = i,
                d -> i -> d.a[i + N + 7] = 11L * i);
    }

    @Test
    @DisplayName("J08: after an exception memory is that of sequential execution, however written")
    void j08MemoryAfterAnException() {
        for (int outside : new int[] {LOW, N / 3, N - 1}) {
            for (int which = 0; which < bodies().size(); which++) {
                String what = "body " + which + ", outside in iteration " + outside;
                IntBody body = bodies().get(which).apply(new Data(outside));
                Verdict verdict = loops.explainInts(LOW, N, body).verdict();
                assertEquals(Verdict.Kind.DOALL, verdict.kind(), what + ": " + verdict);
                assertFalse(verdict.hazards().isEmpty(), what);
                for (int round = 0; round < 3; round++) {
                    compare(bodies().get(which), outside, what + ", round " + round);
                }
            }
        }
    }

    private static void compare(Function<Data, IntBody> body, int outside, String what) {
        Data found = new Data(outside);
        Data expected = new Data(outside);
        IntBody inOrder = body.apply(expected);
        Throwable thrown =
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> {
                            for (int i = LOW; i < N; i++) {
                                inOrder.run(i);
                            }
                        });
        Throwable again =
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> loops.parallelInts(LOW, N, body.apply(found)));
        assertEquals(thrown.getClass(), again.getClass(), what);
        assertArrayEquals(expected.a, found.a, what);
        assertArrayEquals(expected.b, found.b, what);
        assertArrayEquals(expected.rows, found.rows, what);
    }
}
