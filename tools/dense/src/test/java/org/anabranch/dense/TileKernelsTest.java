package org.anabranch.dense;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Buffer;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.Platform;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.SplittableRandom;

/** The kernels as a program uses them: over streams, on boxes of buffers, in both layouts. */
class TileKernelsTest {
    private static Engine engine;
    private static Platform platform;

    @BeforeAll
    static void start() {
        engine = Engine.start(EngineSettings.defaults().withWorkers(2));
        platform = engine.platform("tiles");
    }

    @AfterAll
    static void end() {
        engine.close();
    }

    /** A matrix in the middle of a buffer, or one that fills it and so arrives as one line. */
    private record Matrix(Buffer buffer, Layout layout, int rows, int columns, boolean inside)
            implements AutoCloseable {

        static Matrix of(Layout layout, int rows, int columns, boolean inside) {
            int frame = inside ? 2 : 0;
            int lines = layout == Layout.ROWS ? rows : columns;
            int length = layout == Layout.ROWS ? columns : rows;
            Buffer buffer = platform.buffer(JAVA_DOUBLE, lines + 2L * frame, length + 2L * frame);
            Matrix matrix = new Matrix(buffer, layout, rows, columns, inside);
            SplittableRandom random = new SplittableRandom(rows * 31L + columns);
            buffer.write();
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    matrix.set(i, j, random.nextDouble() * 2 - 1);
                }
            }
            return matrix;
        }

        private long at(int i, int j) {
            long frame = inside ? 2 : 0;
            long line = frame + (layout == Layout.ROWS ? i : j);
            long place = frame + (layout == Layout.ROWS ? j : i);
            return line * buffer.shape().columns() + place;
        }

        double get(int i, int j) {
            return buffer.read().getAtIndex(JAVA_DOUBLE, at(i, j));
        }

        void set(int i, int j, double value) {
            buffer.write().setAtIndex(JAVA_DOUBLE, at(i, j), value);
        }

        Range range() {
            long frame = inside ? 2 : 0;
            return layout == Layout.ROWS
                    ? buffer.box(frame, frame, rows, columns)
                    : buffer.box(frame, frame, columns, rows);
        }

        @Override
        public void close() {
            buffer.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void aProductOfBoxes(Layout layout) {
        for (boolean inside : new boolean[] {true, false}) {
            try (Matrix a = Matrix.of(layout, 5, 3, inside);
                    Matrix b = Matrix.of(layout, 4, 3, inside);
                    Matrix c = Matrix.of(layout, 5, 4, inside);
                    Stream stream = platform.host().stream()) {
                double before = c.get(4, 3);
                new TileCalls(TileKernels.DOUBLES, layout)
                        .gemm(
                                Transpose.NO,
                                Transpose.YES,
                                5,
                                4,
                                3,
                                2,
                                a.range(),
                                b.range(),
                                -1,
                                c.range())
                        .on(stream);
                stream.await();
                double sum = 0;
                for (int k = 0; k < 3; k++) {
                    sum += a.get(4, k) * b.get(3, k);
                }
                assertEquals(2 * sum - before, c.get(4, 3), 1e-14);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void aTriangleOnEitherSide(Layout layout) {
        for (int bits = 0; bits < 8; bits++) {
            Side side = Side.values()[bits & 1];
            Triangle triangle = Triangle.values()[bits >> 1 & 1];
            Transpose transpose = Transpose.values()[bits >> 2];
            int n = side == Side.LEFT ? 4 : 3;
            try (Matrix a = Matrix.of(layout, n, n, true);
                    Matrix x = Matrix.of(layout, 4, 3, true);
                    Stream stream = platform.host().stream()) {
                for (int i = 0; i < n; i++) {
                    a.set(i, i, 3 + i);
                }
                double[][] b = values(x);
                new TileCalls(TileKernels.DOUBLES, layout)
                        .trsm(
                                side,
                                triangle,
                                transpose,
                                Diagonal.STORED,
                                4,
                                3,
                                1,
                                a.range(),
                                x.range())
                        .on(stream);
                stream.await();
                for (int i = 0, j = 0; i < 4; j = (j + 1) % 3, i += j == 0 ? 1 : 0) {
                    double sum = 0;
                    for (int k = 0; k < n; k++) {
                        sum +=
                                side == Side.LEFT
                                        ? op(a, triangle, transpose, i, k) * x.get(k, j)
                                        : x.get(i, k) * op(a, triangle, transpose, k, j);
                    }
                    assertEquals(b[i][j], sum, 1e-13, side + " " + triangle + transpose);
                }
            }
        }
    }

    private static double[][] values(Matrix x) {
        double[][] values = new double[x.rows][x.columns];
        for (int i = 0; i < x.rows; i++) {
            for (int j = 0; j < x.columns; j++) {
                values[i][j] = x.get(i, j);
            }
        }
        return values;
    }

    private static double op(Matrix a, Triangle triangle, Transpose transpose, int i, int j) {
        int row = transpose == Transpose.NO ? i : j;
        int column = transpose == Transpose.NO ? j : i;
        boolean there = triangle == Triangle.LOWER ? column <= row : column >= row;
        return there ? a.get(row, column) : 0;
    }

    @Test
    void aBadPivotIsNamedByItsRowInTheWholeMatrix() {
        TileCalls calls = new TileCalls(TileKernels.DOUBLES, Layout.ROWS);
        try (Matrix a = Matrix.of(Layout.ROWS, 3, 3, true);
                Stream stream = platform.host().stream()) {
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    a.set(i, j, i == j ? 2 - i : 0);
                }
            }
            calls.potrf(Triangle.LOWER, 3, a.range(), 10).on(stream);
            Throwable thrown = assertThrows(ActionFailedException.class, stream::await);
            assertEquals(13, NotPositiveDefiniteException.in(thrown).orElseThrow().row());
        }
    }

    @Test
    void aSingularMatrixIsNamedByItsColumn() {
        TileCalls calls = new TileCalls(TileKernels.DOUBLES, Layout.COLUMNS);
        try (Matrix a = Matrix.of(Layout.COLUMNS, 3, 3, true);
                Buffer pivots = platform.buffer(JAVA_INT, 3);
                Stream stream = platform.host().stream()) {
            for (int i = 0; i < 3; i++) {
                a.set(i, 1, 2 * a.get(i, 0));
            }
            a.set(0, 0, 1);
            a.set(0, 1, 0);
            a.set(1, 0, 0);
            a.set(1, 1, 0);
            a.set(2, 0, 0);
            a.set(2, 1, 0);
            calls.getrf(3, 3, a.range(), pivots.all(), 7).on(stream);
            Throwable thrown = assertThrows(ActionFailedException.class, stream::await);
            assertEquals(9, SingularException.in(thrown).orElseThrow().column());
        }
    }

    @Test
    void extentsThatDoNotFitAreRefused() {
        TileCalls calls = new TileCalls(TileKernels.DOUBLES, Layout.ROWS);
        try (Matrix a = Matrix.of(Layout.ROWS, 3, 4, true);
                Matrix whole = Matrix.of(Layout.ROWS, 3, 4, false);
                Stream stream = platform.host().stream()) {
            for (Matrix matrix : new Matrix[] {a, whole}) {
                calls.potrf(Triangle.LOWER, 4, matrix.range(), 0).on(stream);
                String message =
                        assertThrows(KernelArgumentException.class, stream::await).getMessage();
                assertTrue(message.contains("has 12 elements, not 4 x 4"), message);
            }
        }
    }

    @Test
    void anInterchangeWithARowThatIsNotThereIsRefused() {
        TileCalls calls = new TileCalls(TileKernels.DOUBLES, Layout.ROWS);
        try (Matrix a = Matrix.of(Layout.ROWS, 3, 4, true);
                Buffer pivots = platform.buffer(JAVA_INT, 1);
                Stream stream = platform.host().stream()) {
            pivots.write().setAtIndex(JAVA_INT, 0, 3);
            calls.laswp(false, 3, 4, 1, a.range(), pivots.all()).on(stream);
            String message =
                    assertThrows(KernelArgumentException.class, stream::await).getMessage();
            assertTrue(message.contains("row 0 is to change with row 3 of 3"), message);
        }
    }

    @Test
    void floats() {
        TileCalls calls = new TileCalls(TileKernels.FLOATS, Layout.ROWS);
        try (Buffer a = platform.buffer(JAVA_FLOAT, 2, 2);
                Stream stream = platform.host().stream()) {
            float[] values = {4, 2, 2, 5};
            for (int i = 0; i < 4; i++) {
                a.write().setAtIndex(JAVA_FLOAT, i, values[i]);
            }
            calls.potrf(Triangle.UPPER, 2, a.all(), 0).on(stream);
            stream.await();
            assertEquals(1, a.read().getAtIndex(JAVA_FLOAT, 1));
            assertEquals(2, a.read().getAtIndex(JAVA_FLOAT, 2), "the lower triangle is left");
            assertEquals(2, a.read().getAtIndex(JAVA_FLOAT, 3));
        }
    }
}
