package org.anabranch.loops.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Platform;
import org.anabranch.launch.Anabranch;
import org.anabranch.loops.LongBody;
import org.anabranch.loops.Verdict;
import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;

/** Loops whose iterations are apart by what memory holds: each form with data that collide, too. */
class TraceTest {
    private static final int N = 40;

    private static Anabranch platform;
    private static LiftedLoops loops;

    private final int[] a = new int[400];
    private final int[] b = new int[400];

    @BeforeAll
    static void start() {
        platform = Anabranch.start();
        Platform running = platform.platform();
        loops = new LiftedLoops(running);
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static int[] ints(int length, java.util.function.IntUnaryOperator value) {
        return IntStream.range(0, length).map(value).toArray();
    }

    private static void apart(LongBody body) {
        Verdict verdict = loops.explain(0, N, body).verdict();
        assertEquals(Verdict.Kind.DOALL, verdict.kind(), verdict.toString());
        assertTrue(verdict.reason().contains("by following each"), verdict.reason());
    }

    private static void unknown(LongBody body) {
        Verdict verdict = loops.explain(0, N, body).verdict();
        assertEquals(Verdict.Kind.UNKNOWN, verdict.kind(), verdict.toString());
    }

    private static LongBody twice(int[] to, int[] p, int[] q) {
        return i -> to[p[q[(int) i]]] = (int) i;
    }

    private static LongBody gather(int[] to, int[] p, int[] q) {
        return i -> to[3 * p[(int) i]] = to[q[(int) i] + 1] + 1;
    }

    @Test
    @DisplayName("JA-08: subscripts of subscripts, and expressions of them")
    void ja08Subscripts() {
        int[] turned = ints(N, i -> N - 1 - i);
        int[] mixed = ints(N, i -> i * 7 % N);
        apart(twice(a, turned, mixed));
        unknown(twice(a, turned, ints(N, i -> i == 30 ? 2 : i)));
        unknown(twice(turned, turned, mixed));
        apart(gather(a, mixed, ints(N, i -> 3 * turned[i])));
        unknown(gather(a, mixed, ints(N, i -> i == 9 ? 3 * mixed[10] - 1 : 3 * turned[i])));
        unknown(gather(a, mixed, ints(N, i -> i == 9 ? 3 * mixed[8] - 1 : 3 * turned[i])));
        apart(gather(a, mixed, ints(N, i -> 3 * mixed[i] - 1 + (mixed[i] == 0 ? 1 : 0))));
    }

    private static LongBody rows(int[] to, int[] from, int[] first) {
        return i -> {
            for (int k = first[(int) i]; k < first[(int) i + 1]; k++) {
                to[k] += from[k];
            }
        };
    }

    @Test
    @DisplayName("JA-08: ranges that an array gives, as rows of a sparse matrix")
    void ja08Ranges() {
        int[] first = ints(N + 1, i -> i * (i + 1) / 6);
        apart(rows(a, b, first));
        unknown(rows(first, b, first));
        first[20] = 0;
        unknown(rows(a, b, first));
    }

    private static LongBody chosen(int[] to, int[] flags, int[] p, int[] q) {
        return i -> {
            flags[(int) i] += 5;
            if (flags[(int) i] > 2) {
                to[p[(int) i] * 2] = 1;
            } else {
                to[q[(int) i] * 2] = 2;
            }
        };
    }

    private static LongBody oneOf(int[] to, int[] flags, int[] p, int[] q, boolean write) {
        return i -> {
            int at = p[(int) i] * 2;
            if (flags[(int) i] > 2) {
                at = q[(int) i] * 2;
            }
            to[at] = 1;
            if (write) {
                flags[(int) i] = 3;
            }
        };
    }

    @Test
    @DisplayName("JA-08: what a condition on written memory decides may be either")
    void ja08Conditions() {
        int[] even = ints(N, i -> 2 * (i * 7 % N));
        int[] odd = ints(N, i -> 2 * (i * 9 % N) + 1);
        apart(chosen(a, b, even, odd));
        unknown(chosen(a, b, even, ints(N, i -> 2 * i)));
        apart(oneOf(a, b, even, odd, false));
        unknown(oneOf(a, b, even, odd, true));
        apart(oneOf(a, b, even, even, true));
    }

    private static LongBody never(int[] to, float[] weights, double limit) {
        return i -> {
            if (weights[(int) i / 3] * 2 > limit) {
                to[5] = (int) i;
            }
        };
    }

    @Test
    @DisplayName("JA-08: conditions on memory that is only read are known")
    void ja08Known() {
        float[] weights = new float[N];
        weights[7] = 1.5f;
        apart(never(a, weights, 3));
        unknown(never(a, weights, 2.99));
        weights[8] = Float.NaN;
        apart(never(a, weights, 3));
    }

    private static LongBody leaves(int[] to, int[] flags, int[] p, boolean far) {
        return i -> {
            int k = 0;
            while (k < 4) {
                if (flags[(int) i] > k) {
                    break;
                }
                to[p[4 * (int) i + k]] = k;
                k++;
            }
            flags[(int) i] = 7;
            if (far) {
                to[200 + (k < 4 ? p[0] : (int) i)] = 1;
            }
        };
    }

    private static LongBody skips(int[] to, int[] flags, int[] p, boolean far) {
        return i -> {
            int s = 0;
            int k = -1;
            rounds:
            while (++k < 4) {
                for (int m = 0; m < 2; m++) {
                    if (flags[(int) i] == k + m) {
                        continue rounds;
                    }
                }
                s = 200 + (int) i;
                flags[(int) i] += to[p[4 * (int) i + k]]++;
            }
            to[far ? s : p[4 * (int) i]] = 9;
        };
    }

    @Test
    @DisplayName("JA-08: loops inside that written memory may leave or shorten")
    void ja08Loops() {
        int[] p = ints(4 * N, k -> 4 * N - 1 - k);
        apart(leaves(a, b, p, false));
        unknown(leaves(a, b, p, true));
        apart(skips(a, b, p, false));
        unknown(skips(a, b, p, true));
        int[] four = ints(4 * N, k -> k / 4 * 3 + 1);
        apart(leaves(a, b, four, false));
        apart(skipsAll(a, b, four));
        four[33] = four[40];
        unknown(leaves(a, b, four, false));
        unknown(skipsAll(a, b, four));
    }

    private static LongBody skipsAll(int[] to, int[] flags, int[] p) {
        return i -> {
            for (int k = 0; k < 4; k++) {
                if (flags[(int) i] == k) {
                    continue;
                }
                flags[(int) i] += to[p[4 * (int) i + k]]++;
            }
        };
    }

    private static LongBody inRows(int[][] table, int[] p, int[] q) {
        return i -> table[p[(int) i]][q[(int) i] / p[0]] = (int) i;
    }

    @Test
    @DisplayName("JA-08: rows that an array names, each by its identity")
    void ja08Rows() {
        int[][] table = new int[N][N];
        int[] some = ints(N, i -> i / 4 + 1);
        int[] within = ints(N, i -> i % 4);
        apart(inRows(table, some, within));
        table[3] = table[2];
        unknown(inRows(table, some, within));
        table[3] = new int[N];
        some[0] = 2;
        unknown(inRows(table, some, within));
        some[0] = 0;
        apart(inRows(table, some, within));
    }
}
