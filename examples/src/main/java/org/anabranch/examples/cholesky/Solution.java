package org.anabranch.examples.cholesky;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.api.Stream;
import org.anabranch.dense.Diagonal;
import org.anabranch.dense.Layout;
import org.anabranch.dense.TileCalls;
import org.anabranch.dense.TileKernels;
import org.anabranch.dense.Transpose;
import org.anabranch.dense.Triangle;
import org.anabranch.dense.factor.ColumnBlocks;
import org.anabranch.dense.factor.Systems;
import org.anabranch.dense.file.MatrixFile;
import org.anabranch.dense.file.MatrixWriter;
import org.anabranch.spi.support.Arguments;

import java.lang.foreign.MemorySegment;

/**
 * The systems to be solved with the factor. To be closed.
 *
 * @param platform the platform
 * @param sides right-hand sides, column by column
 * @param writer writes the solutions
 */
record Solution(Platform platform, Buffer sides, MatrixWriter writer) implements AutoCloseable {
    private static final long MOST_COLUMNS = 256;

    /** The unit roundoff of a double. */
    private static final double EPSILON = Math.ulp(1.0) / 2;

    /**
     * Reads right-hand sides.
     *
     * @param given has the options {@code solve} and {@code out}, or neither
     * @param matrix the matrix, for the number of rows
     * @param most largest number of elements that the host's memory can hold
     * @return null if there are none
     * @throws ProgramException if they do not fit the matrix
     */
    static Solution of(Arguments given, Platform platform, MatrixFile matrix, long most) {
        if (given.has("solve") != given.has("out")) {
            throw given.complaint("--solve and --out belong together");
        }
        if (!given.has("solve")) {
            return null;
        }
        MatrixWriter writer = MatrixWriter.to(given.value("out").orElseThrow());
        try (MatrixFile file = MatrixFile.open(given.value("solve").orElseThrow(), most)) {
            if (file.rows() != matrix.rows()) {
                throw new ProgramException(
                        "%s has %s rows, but %s has %s"
                                .formatted(file.name(), file.rows(), matrix.name(), matrix.rows()));
            }
            Buffer sides =
                    platform.buffer(
                            BufferOptions.named("B"), JAVA_DOUBLE, file.columns(), file.rows());
            try {
                file.load(sides.write());
                return new Solution(platform, sides, writer);
            } catch (RuntimeException e) {
                sides.close();
                throw e;
            }
        }
    }

    /**
     * Solves the systems and writes the solutions.
     *
     * @param matrix the original
     * @param factor its factor row by row, with zeros above the diagonal
     * @return the largest |b - A x| in units of n e |A| |x|, as LAPACK's tests measure it
     */
    double find(SymmetricMatrix matrix, Buffer factor) {
        long n = matrix.n();
        try (Buffer x =
                platform.buffer(BufferOptions.named("X"), JAVA_DOUBLE, sides.shape().rows(), n)) {
            x.write().copyFrom(sides.read());
            int width = (int) Math.min(n, MOST_COLUMNS);
            ColumnBlocks blocks = new ColumnBlocks(x, width);
            ColumnBlocks upper = new ColumnBlocks(factor, width); // rows of L are columns of L'
            try (Stream stream = platform.host().stream()) {
                TileCalls calls = new TileCalls(TileKernels.DOUBLES, Layout.COLUMNS);
                Systems systems = new Systems(calls, stream);
                systems.solve(upper, Triangle.UPPER, Transpose.YES, Diagonal.STORED, blocks);
                systems.solve(upper, Triangle.UPPER, Transpose.NO, Diagonal.STORED, blocks);
                stream.await();
            }
            writer.write(x.read(), n, sides.shape().rows());
            return ratio(matrix, sides.read(), x.read());
        }
    }

    private static double ratio(SymmetricMatrix matrix, MemorySegment sides, MemorySegment found) {
        int n = matrix.n();
        double norm = matrix.norm();
        double worst = 0;
        for (long at = 0; at < found.byteSize(); at += (long) n * Double.BYTES) {
            double[] x = found.asSlice(at, (long) n * Double.BYTES).toArray(JAVA_DOUBLE);
            double[] b = sides.asSlice(at, (long) n * Double.BYTES).toArray(JAVA_DOUBLE);
            double[] product = matrix.times(x);
            double rest = 0;
            double size = 0;
            for (int i = 0; i < n; i++) {
                rest += Math.abs(b[i] - product[i]);
                size += Math.abs(x[i]);
            }
            double ratio = rest == 0 ? 0 : rest / (n * EPSILON * norm * size);
            worst = Math.max(worst, ratio); // keeps a NaN
        }
        return worst;
    }

    @Override
    public void close() {
        sides.close();
    }
}
