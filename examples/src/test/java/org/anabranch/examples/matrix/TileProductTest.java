package org.anabranch.examples.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

class TileProductTest {
    private final SplittableRandom random = new SplittableRandom(4);

    private record Case(int m, int n, int k, double[] a, double[] b, double[] c, int pad) {

        MatrixTile tile(double[] values, int rows, int columns) {
            return new MatrixTile(MemorySegment.ofArray(values), columns + pad, rows, columns);
        }
    }

    /** A large one takes several blocks of the product in each direction. */
    private Case next(boolean transposed, boolean large) {
        int m = random.nextInt(1, large ? 700 : 40);
        int n = random.nextInt(1, large ? 700 : 40);
        int k = random.nextInt(1, large ? 150 : 40);
        int pad = random.nextInt(0, 5);
        return new Case(
                m,
                n,
                k,
                values(m * (k + pad)),
                values(transposed ? n * (k + pad) : k * (n + pad)),
                values(m * (n + pad)),
                pad);
    }

    private double[] values(int count) {
        return random.doubles(count, -1, 1).toArray();
    }

    @Test
    void productHasTheBitsOfTheTripleLoop() {
        for (int round = 0; round < 200; round++) {
            Case given = next(false, round >= 190);
            double sign = random.nextBoolean() ? 1 : -1;
            double[] expected = given.c.clone();
            for (int i = 0; i < given.m; i++) {
                for (int j = 0; j < given.n; j++) {
                    double sum = expected[i * (given.n + given.pad) + j];
                    for (int k = 0; k < given.k; k++) {
                        sum +=
                                sign
                                        * given.a[i * (given.k + given.pad) + k]
                                        * given.b[k * (given.n + given.pad) + j];
                    }
                    expected[i * (given.n + given.pad) + j] = sum;
                }
            }
            TileProduct.add(
                    given.tile(given.c, given.m, given.n),
                    sign,
                    given.tile(given.a, given.m, given.k),
                    given.tile(given.b, given.k, given.n));
            assertArrayEquals(expected, given.c);
        }
    }

    @Test
    void transposedProductHasTheBitsOfTheTripleLoop() {
        for (int round = 0; round < 200; round++) {
            Case given = next(true, round >= 190);
            double[] expected = given.c.clone();
            subtractTransposed(given, given.b, given.n, expected, false);
            TileProduct.addTransposed(
                    given.tile(given.c, given.m, given.n),
                    -1,
                    given.tile(given.a, given.m, given.k),
                    given.tile(given.b, given.n, given.k));
            assertArrayEquals(expected, given.c);
        }
    }

    @Test
    void squareUpdatesTheLowerTriangleAndNothingElse() {
        for (int round = 0; round < 200; round++) {
            Case any = next(true, round >= 190);
            Case given =
                    new Case(
                            any.m,
                            any.m,
                            any.k,
                            any.a,
                            null,
                            values(any.m * (any.m + any.pad)),
                            any.pad);
            double[] expected = given.c.clone();
            subtractTransposed(given, given.a, given.m, expected, true);
            TileProduct.addSquare(
                    given.tile(given.c, given.m, given.m),
                    -1,
                    given.tile(given.a, given.m, given.k));
            assertArrayEquals(expected, given.c);
        }
    }

    private static void subtractTransposed(
            Case given, double[] b, int columns, double[] c, boolean lower) {
        for (int i = 0; i < given.m; i++) {
            for (int j = 0; j < (lower ? i + 1 : columns); j++) {
                double sum = c[i * (columns + given.pad) + j];
                for (int k = 0; k < given.k; k++) {
                    sum -=
                            given.a[i * (given.k + given.pad) + k]
                                    * b[j * (given.k + given.pad) + k];
                }
                c[i * (columns + given.pad) + j] = sum;
            }
        }
    }

    @Test
    void loadAndStoreTouchExactlyTheirPart() {
        double[] values = values(12);
        MatrixTile tile = new MatrixTile(MemorySegment.ofArray(values), 4, 3, 3);
        double[] part = new double[2];
        tile.load(1, 1, 2, part);
        assertArrayEquals(new double[] {values[5], values[6]}, part);
        double[] expected = values.clone();
        expected[9] = 7;
        expected[10] = 8;
        tile.store(2, 1, 2, new double[] {7, 8});
        assertArrayEquals(expected, MemorySegment.ofArray(values).toArray(JAVA_DOUBLE));
    }
}
