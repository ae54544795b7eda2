package org.anabranch.examples.factor;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Job;
import org.anabranch.api.Kernel;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.api.Stream;
import org.anabranch.dense.Layout;
import org.anabranch.dense.TileCalls;
import org.anabranch.dense.TileKernels;
import org.anabranch.dense.TileOperation;
import org.anabranch.dense.Transpose;
import org.anabranch.dense.factor.ColumnBlocks;
import org.anabranch.dense.factor.LuFactorization;
import org.anabranch.dense.factor.Steps;
import org.anabranch.examples.job.PlainMain;
import org.osgi.service.component.annotations.Component;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/** The job that factors a matrix with row interchanges, P A = L U, and solves systems with it. */
@Component(service = Job.class)
public final class LuDecomposition extends FactorJob<LuFactorization> {

    @Override
    public String name() {
        return "lu";
    }

    @Override
    String what() {
        return "P A = L U";
    }

    @Override
    Kernel most() {
        return TileKernels.DOUBLES.of(TileOperation.GEMM);
    }

    @Override
    double flops(double rows, double columns) {
        double least = Math.min(rows, columns);
        return least * (2 * rows * columns - (rows + columns) * least + 2 * least * least / 3);
    }

    @Override
    void checkExtents(String name, long rows, long columns, boolean solve) {
        if (solve && rows != columns) {
            throw new ProgramException(
                    ("%s is %s x %s: only a square one can be solved by lu; qr finds the x for"
                                    + " which A x - b is smallest")
                            .formatted(name, rows, columns));
        }
    }

    @Override
    LuFactorization factor(
            Platform platform, List<Domain> domains, ColumnBlocks a, Steps progress) {
        return LuFactorization.of(platform, domains, a, progress);
    }

    /** Returns the distance of L U, with the interchanges undone, from A (dget01). */
    @Override
    Map<String, Double> ratios(
            Platform platform, LuFactorization lu, Buffer original, int[] sample) {
        ColumnBlocks a = lu.factors();
        long depth = Math.min(a.rows(), a.columns());
        int width = a.width();
        try (Buffer upper = platform.buffer(JAVA_DOUBLE, sample.length, depth);
                Buffer diagonal = platform.buffer(JAVA_DOUBLE, depth, width);
                Buffer product = platform.buffer(JAVA_DOUBLE, sample.length, a.rows())) {
            MemorySegment factors = a.buffer().read();
            MemorySegment target = upper.write();
            for (int s = 0; s < sample.length; s++) {
                long count = Math.min(sample[s] + 1L, depth);
                Sample.column(target, depth, s, count)
                        .copyFrom(Sample.column(factors, a.rows(), sample[s], count));
            }
            fillDiagonal(diagonal.write(), factors, a.rows(), depth, width);
            multiply(platform, a, diagonal, upper, product);
            lu.restore(new ColumnBlocks(product, width));
            double distance = Sample.distance(original, sample, product);
            return Map.of(
                    "|A - P'LU|",
                    Sample.ratio(distance, Math.max(a.rows(), a.columns()), Sample.norm(original)));
        }
    }

    /** Copies the unit triangles of L on the diagonal, side by side, with zeros above. */
    private static void fillDiagonal(
            MemorySegment target, MemorySegment factors, long rows, long depth, int width) {
        for (long j = 0; j < depth; j++) {
            long first = j / width * width;
            target.setAtIndex(JAVA_DOUBLE, j * width + j - first, 1);
            for (long i = j + 1; i < Math.min(first + width, depth); i++) {
                target.setAtIndex(
                        JAVA_DOUBLE,
                        j * width + i - first,
                        factors.getAtIndex(JAVA_DOUBLE, j * rows + i));
            }
        }
    }

    private static void multiply(
            Platform platform, ColumnBlocks a, Buffer diagonal, Buffer upper, Buffer product) {
        TileCalls calls = new TileCalls(TileKernels.DOUBLES, Layout.COLUMNS);
        long columns = product.shape().rows();
        long all = upper.shape().columns();
        try (Stream stream = platform.host().stream()) {
            for (long first = 0; first < all; first += a.width()) {
                long depth = Math.min(a.width(), all - first);
                calls.gemm(
                                Transpose.NO,
                                Transpose.NO,
                                depth,
                                columns,
                                depth,
                                1,
                                diagonal.box(first, 0, depth, depth),
                                upper.box(0, first, columns, depth),
                                1,
                                product.box(0, first, columns, depth))
                        .on(stream);
                long below = a.rows() - first - depth;
                if (below > 0) {
                    calls.gemm(
                                    Transpose.NO,
                                    Transpose.NO,
                                    below,
                                    columns,
                                    depth,
                                    1,
                                    a.buffer().box(first, first + depth, depth, below),
                                    upper.box(0, first, columns, depth),
                                    1,
                                    product.box(0, first + depth, columns, below))
                            .on(stream);
                }
            }
            stream.await();
        }
    }

    /**
     * Runs outside OSGi.
     *
     * @param arguments as for {@link #usage}, and {@code --domains} with a list of domains
     */
    public static void main(String... arguments) {
        PlainMain.run(new LuDecomposition(), arguments);
    }
}
