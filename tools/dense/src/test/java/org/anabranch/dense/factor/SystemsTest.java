package org.anabranch.dense.factor;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Buffer;
import org.anabranch.api.RangeException;
import org.anabranch.api.Stream;
import org.anabranch.dense.Diagonal;
import org.anabranch.dense.Layout;
import org.anabranch.dense.TileCalls;
import org.anabranch.dense.TileKernels;
import org.anabranch.dense.Transpose;
import org.anabranch.dense.Triangle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class SystemsTest {
    private static final TileCalls CALLS = new TileCalls(TileKernels.DOUBLES, Layout.COLUMNS);
    private static Ground ground;

    @BeforeAll
    static void start() {
        ground = new Ground();
    }

    @AfterAll
    static void stop() {
        ground.close();
    }

    @ParameterizedTest
    @CsvSource({"host, 1, 1, 1", "host, 23, 9, 4", "host, 16, 3, 40", "reference:0, 23, 9, 4"})
    void everyTriangleIsSolved(String domain, int n, int sides, int width) {
        for (Triangle triangle : Triangle.values()) {
            for (Transpose transpose : Transpose.values()) {
                for (Diagonal diagonal : Diagonal.values()) {
                    Matrix a = dominant(n);
                    Matrix op = triangle(a, triangle, diagonal);
                    Matrix b = Matrix.random(n, sides, 4);
                    Matrix x = solved(domain, a, triangle, transpose, diagonal, b, width);
                    Matrix product = (transpose == Transpose.YES ? op.transposed() : op).times(x);
                    double ratio = b.minus(product).scaled(op.norm(), x.norm());
                    assertTrue(
                            ratio < 30, triangle + " " + transpose + " " + diagonal + ": " + ratio);
                }
            }
        }
    }

    private static Matrix solved(
            String domain,
            Matrix a,
            Triangle triangle,
            Transpose transpose,
            Diagonal diagonal,
            Matrix b,
            int width) {
        try (Buffer buffer = a.in(ground.platform());
                Buffer sought = b.in(ground.platform());
                Stream stream = ground.domains(domain).getFirst().stream()) {
            new Systems(CALLS, stream)
                    .solve(
                            new ColumnBlocks(buffer, width),
                            triangle,
                            transpose,
                            diagonal,
                            new ColumnBlocks(sought, 5));
            stream.await();
            return Matrix.of(sought);
        }
    }

    private static Matrix dominant(int n) {
        Matrix a = Matrix.random(n, n, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a.set(i, j, i == j ? 2 + a.get(i, i) : a.get(i, j) / n);
            }
        }
        return a;
    }

    private static Matrix triangle(Matrix a, Triangle triangle, Diagonal diagonal) {
        Matrix made = Matrix.zero(a.rows(), a.columns());
        for (int i = 0; i < a.rows(); i++) {
            for (int j = 0; j < a.columns(); j++) {
                if (i == j) {
                    made.set(i, j, diagonal == Diagonal.UNIT ? 1 : a.get(i, j));
                } else if (i > j == (triangle == Triangle.LOWER)) {
                    made.set(i, j, a.get(i, j));
                }
            }
        }
        return made;
    }

    @Test
    void whatDoesNotFitIsRefused() {
        try (Buffer wide = Matrix.zero(3, 4).in(ground.platform());
                Buffer square = Matrix.zero(4, 4).in(ground.platform());
                Buffer flat = Matrix.zero(3, 1).in(ground.platform());
                Stream stream = ground.platform().host().stream()) {
            Systems systems = new Systems(CALLS, stream);
            for (Buffer a : new Buffer[] {wide, square}) {
                assertThrows(
                        RangeException.class,
                        () ->
                                systems.solve(
                                        new ColumnBlocks(a, 2),
                                        Triangle.UPPER,
                                        Transpose.NO,
                                        Diagonal.STORED,
                                        new ColumnBlocks(flat, 2)));
            }
        }
    }
}
