package org.anabranch.dense.vector;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

import org.anabranch.dense.arithmetic.Arithmetic;
import org.anabranch.dense.arithmetic.BlockedArithmetic;
import org.anabranch.dense.arithmetic.JavaArithmetic;
import org.anabranch.dense.arithmetic.View;

/**
 * The product of doubles with the Vector API: a block of A in the second-level cache, a sliver of B
 * in the first, and two vectors by four columns of C in registers (K. Goto and R. van de Geijn,
 * "Anatomy of high-performance matrix multiplication", ACM TOMS 34, 2008). The product of floats
 * uses plain loops.
 */
public final class VectorArithmetic extends BlockedArithmetic {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();
    private static final int HEIGHT = 2 * LANES;
    private static final int WIDTH = 4;
    private static final int ROWS = 128;
    private static final int COLUMNS = 512;
    private static final int DEPTH = 256;

    private final Arithmetic forFloats = new JavaArithmetic();

    @Override
    public String describe() {
        return "Java with vectors of " + SPECIES.vectorBitSize() + " bits";
    }

    @Override
    public void gemm(double alpha, View a, View b, double beta, View c) {
        if (c.single()) {
            forFloats.gemm(alpha, a, b, beta, c);
            return;
        }
        if (!c.byColumns()) {
            gemm(alpha, b.transposed(), a.transposed(), beta, c.transposed());
            return;
        }
        if (beta != 1) {
            c.scale(beta);
        }
        int depth = Math.min(DEPTH, a.columns());
        double[] right = new double[depth * roundedUp(Math.min(COLUMNS, c.columns()), WIDTH)];
        double[] left = new double[depth * roundedUp(Math.min(ROWS, c.rows()), HEIGHT)];
        for (int column = 0; column < c.columns(); column += COLUMNS) {
            int width = Math.min(COLUMNS, c.columns() - column);
            for (int k = 0; k < a.columns(); k += DEPTH) {
                int steps = Math.min(DEPTH, a.columns() - k);
                pack(b.part(k, column, steps, width).transposed(), WIDTH, 1, right);
                for (int row = 0; row < c.rows(); row += ROWS) {
                    int height = Math.min(ROWS, c.rows() - row);
                    pack(a.part(row, k, height, steps), HEIGHT, alpha, left);
                    update(left, right, steps, c.part(row, column, height, width));
                }
            }
        }
    }

    private static int roundedUp(int count, int grain) {
        return (count + grain - 1) / grain * grain;
    }

    /** Packs rows into slivers, each column by column, padded with rows of zeros. */
    private static void pack(View a, int height, double factor, double[] packed) {
        boolean byColumns = a.byColumns();
        View lines = byColumns ? a.transposed() : a;
        double[] line = new double[lines.columns()];
        int depth = a.columns();
        for (int row = a.rows(); row < roundedUp(a.rows(), height); row++) {
            for (int k = 0; k < depth; k++) {
                packed[row / height * height * depth + k * height + row % height] = 0;
            }
        }
        for (int i = 0; i < lines.rows(); i++) {
            lines.load(i, 0, line.length, line, 0);
            for (int j = 0; j < line.length; j++) {
                line[j] *= factor;
            }
            if (byColumns) {
                for (int row = 0; row < line.length; row += height) {
                    int count = Math.min(height, line.length - row);
                    System.arraycopy(line, row, packed, row * depth + i * height, count);
                }
            } else {
                int at = i / height * height * depth + i % height;
                for (int k = 0; k < line.length; k++) {
                    packed[at + k * height] = line[k];
                }
            }
        }
    }

    private static void update(double[] left, double[] right, int depth, View c) {
        double[] sum = new double[HEIGHT * WIDTH];
        double[] line = new double[HEIGHT];
        for (int column = 0; column < c.columns(); column += WIDTH) {
            int width = Math.min(WIDTH, c.columns() - column);
            for (int row = 0; row < c.rows(); row += HEIGHT) {
                int height = Math.min(HEIGHT, c.rows() - row);
                multiply(left, row * depth, right, column * depth, depth, sum);
                for (int j = 0; j < width; j++) {
                    View target = c.part(row, column + j, height, 1).transposed();
                    target.load(0, 0, height, line, 0);
                    for (int i = 0; i < height; i++) {
                        line[i] += sum[j * HEIGHT + i];
                    }
                    target.store(0, 0, height, line, 0);
                }
            }
        }
    }

    private static void multiply(
            double[] a, int fromA, double[] b, int fromB, int depth, double[] sum) {
        DoubleVector c00 = DoubleVector.zero(SPECIES);
        DoubleVector c10 = c00;
        DoubleVector c01 = c00;
        DoubleVector c11 = c00;
        DoubleVector c02 = c00;
        DoubleVector c12 = c00;
        DoubleVector c03 = c00;
        DoubleVector c13 = c00;
        for (int k = 0; k < depth; k++) {
            DoubleVector a0 = DoubleVector.fromArray(SPECIES, a, fromA + k * HEIGHT);
            DoubleVector a1 = DoubleVector.fromArray(SPECIES, a, fromA + k * HEIGHT + LANES);
            DoubleVector b0 = DoubleVector.broadcast(SPECIES, b[fromB + k * WIDTH]);
            DoubleVector b1 = DoubleVector.broadcast(SPECIES, b[fromB + k * WIDTH + 1]);
            DoubleVector b2 = DoubleVector.broadcast(SPECIES, b[fromB + k * WIDTH + 2]);
            DoubleVector b3 = DoubleVector.broadcast(SPECIES, b[fromB + k * WIDTH + 3]);
            c00 = a0.fma(b0, c00);
            c10 = a1.fma(b0, c10);
            c01 = a0.fma(b1, c01);
            c11 = a1.fma(b1, c11);
            c02 = a0.fma(b2, c02);
            c12 = a1.fma(b2, c12);
            c03 = a0.fma(b3, c03);
            c13 = a1.fma(b3, c13);
        }
        c00.intoArray(sum, 0);
        c10.intoArray(sum, LANES);
        c01.intoArray(sum, 2 * LANES);
        c11.intoArray(sum, 3 * LANES);
        c02.intoArray(sum, 4 * LANES);
        c12.intoArray(sum, 5 * LANES);
        c03.intoArray(sum, 6 * LANES);
        c13.intoArray(sum, 7 * LANES);
    }
}
