package org.anabranch.loops.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.trace.Cells;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Tiles that are combined, cell by cell against plain Java. */
class CombinationTest {
    private static final int LENGTH = 9;

    private static final Map<String, LongBinaryOperator> OPERATORS =
            Map.of(
                    "+", (a, b) -> a + b,
                    "*", (a, b) -> a * b,
                    "&", (a, b) -> a & b,
                    "|", (a, b) -> a | b,
                    "^", (a, b) -> a ^ b,
                    "min", Math::min,
                    "max", Math::max,
                    "min<", (a, b) -> b < a ? b : a,
                    "max>=", (a, b) -> b >= a ? b : a);

    @Test
    @DisplayName("JA-05: each cell is combined by its operator, in arrays of each kind")
    void ja05EachCell() {
        Random random = new Random(5);
        OPERATORS.forEach(
                (operator, expected) -> {
                    long[] a = random.longs(LENGTH).toArray();
                    long[] b = random.longs(LENGTH).toArray();
                    long[] longs = a.clone();
                    combine(operator, Kind.LONG, longs, b);
                    assertArrayEquals(combined(a, b, expected), longs, operator);
                    int[] left = LongStream.of(a).mapToInt(x -> (int) x).toArray();
                    int[] right = LongStream.of(b).mapToInt(x -> (int) x).toArray();
                    int[] ints = left.clone();
                    combine(operator, Kind.INT, ints, right);
                    long[] wide =
                            combined(
                                    IntStream.of(left).asLongStream().toArray(),
                                    IntStream.of(right).asLongStream().toArray(),
                                    expected);
                    int[] narrow = LongStream.of(wide).mapToInt(x -> (int) x).toArray();
                    assertArrayEquals(narrow, ints, operator);
                });
    }

    @Test
    @DisplayName("JA-05: floating-point cells are combined with the rounding of their kind")
    void ja05FloatingCells() {
        double[] doubles = {0.1, -0.0, Double.NaN, 1e300};
        combine("*", Kind.DOUBLE, doubles, new double[] {0.3, 5, 1, 1e300});
        assertArrayEquals(new double[] {0.1 * 0.3, -0.0, Double.NaN, 1e300 * 1e300}, doubles);
        float[] floats = {0.1f, -0.0f, 1e38f};
        combine("+", Kind.FLOAT, floats, new float[] {0.7f, -0.0f, 3e38f});
        assertArrayEquals(new float[] {0.1f + 0.7f, -0.0f, Float.POSITIVE_INFINITY}, floats);
        float[] extremes = {2, 3};
        combine("min<", Kind.FLOAT, extremes, new float[] {1, Float.NaN});
        assertArrayEquals(new float[] {1, 3}, extremes);
    }

    private static void combine(String operator, Kind kind, Object earlier, Object later) {
        new Combination(operator, kind).into(Cells.of(earlier, kind), Cells.of(later, kind));
    }

    private static long[] combined(long[] a, long[] b, LongBinaryOperator operator) {
        long[] all = new long[a.length];
        Arrays.setAll(all, i -> operator.applyAsLong(a[i], b[i]));
        return all;
    }
}
