package org.anabranch.examples.cholesky;

import static org.anabranch.api.Argument.of;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Piece;
import org.anabranch.dense.NotPositiveDefiniteException;
import org.anabranch.examples.fixture.DirectRun;
import org.anabranch.examples.fixture.PlainBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.SplittableRandom;

class FactorKernelsTest {
    private static final Piece ONCE = Piece.of(0, 1, 1);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 13, 64, 97})
    void potrfHasTheBitsOfTheTextbookLoopAndLeavesTheUpperTriangle(int n) {
        double[] a = SpdMatrices.dense(n, n);
        double[] expected = a.clone();
        SpdMatrices.factor(expected, n);
        PlainBuffer buffer = buffer(n + 3, a, n, n);
        DirectRun.run(FactorKernels.POTRF, ONCE, buffer.box(1, 2, n, n).inOut(), of(n), of(0));
        assertArrayEquals(expected, values(buffer, n, n));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 16, 33})
    void trsmSolvesAgainstTheTransposedFactor(int n) {
        double[] l = SpdMatrices.dense(n, 3);
        SpdMatrices.factor(l, n);
        int m = n + 2;
        double[] a = new SplittableRandom(n).doubles((long) m * n, -1, 1).toArray();
        double[] expected = a.clone();
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                double sum = expected[i * n + j];
                for (int k = 0; k < j; k++) {
                    sum -= l[j * n + k] * expected[i * n + k];
                }
                expected[i * n + j] = sum / l[j * n + j];
            }
        }
        PlainBuffer factor = buffer(n + 4, l, n, n);
        PlainBuffer buffer = buffer(m + 3, a, m, n);
        DirectRun.run(
                FactorKernels.TRSM,
                ONCE,
                factor.box(1, 2, n, n).in(),
                buffer.box(1, 2, m, n).inOut(),
                of(m),
                of(n));
        assertArrayEquals(expected, values(buffer, m, n));
    }

    @Test
    void tileAsWideAsItsMatrixIsUnderstood() {
        int n = 6;
        double[] a = SpdMatrices.dense(n, 5);
        double[] expected = a.clone();
        SpdMatrices.factor(expected, n);
        PlainBuffer buffer = PlainBuffer.of(JAVA_DOUBLE, n, n);
        buffer.memory().copyFrom(java.lang.foreign.MemorySegment.ofArray(a));
        DirectRun.run(FactorKernels.POTRF, ONCE, buffer.box(0, 0, n, n).inOut(), of(n), of(0));
        assertArrayEquals(expected, buffer.memory().toArray(JAVA_DOUBLE));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -4, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY})
    void pivotThatIsNotPositiveIsNamedByItsRowInTheMatrix(double pivot) {
        double[] a = {1, 0, 0, 0, pivot, 0, 0, 0, 1};
        PlainBuffer buffer = buffer(6, a, 3, 3);
        NotPositiveDefiniteException thrown =
                assertThrows(
                        NotPositiveDefiniteException.class,
                        () ->
                                DirectRun.run(
                                        FactorKernels.POTRF,
                                        ONCE,
                                        buffer.box(1, 2, 3, 3).inOut(),
                                        of(3),
                                        of(40)));
        assertEquals("pivot 42 is " + pivot, thrown.getMessage());
    }

    /** A larger square matrix with a box of values at (1, 2). */
    private static PlainBuffer buffer(int extent, double[] values, int rows, int columns) {
        PlainBuffer buffer = PlainBuffer.of(JAVA_DOUBLE, extent, extent);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                buffer.memory()
                        .setAtIndex(
                                JAVA_DOUBLE, (i + 1L) * extent + j + 2, values[i * columns + j]);
            }
        }
        return buffer;
    }

    private static double[] values(PlainBuffer buffer, int rows, int columns) {
        long extent = buffer.shape().columns();
        double[] values = new double[rows * columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                values[i * columns + j] =
                        buffer.memory().getAtIndex(JAVA_DOUBLE, (i + 1) * extent + j + 2);
            }
        }
        return values;
    }
}
