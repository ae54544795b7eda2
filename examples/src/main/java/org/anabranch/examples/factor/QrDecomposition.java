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
import org.anabranch.dense.factor.QrFactorization;
import org.anabranch.dense.factor.Steps;
import org.anabranch.examples.job.PlainMain;
import org.osgi.service.component.annotations.Component;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The job that factors a matrix into A = Q R, and solves systems and least squares with it. */
@Component(service = Job.class)
public final class QrDecomposition extends FactorJob<QrFactorization> {

    @Override
    public String name() {
        return "qr";
    }

    @Override
    String what() {
        return "A = Q R";
    }

    @Override
    Kernel most() {
        return TileKernels.DOUBLES.of(TileOperation.GEMQRT);
    }

    @Override
    double flops(double rows, double columns) {
        return 2 * columns * columns * (rows - columns / 3);
    }

    @Override
    void checkExtents(String name, long rows, long columns, boolean solve) {
        if (rows < columns) {
            throw new ProgramException(
                    name + " is " + rows + " x " + columns + ": qr needs as many rows as columns");
        }
    }

    @Override
    QrFactorization factor(
            Platform platform, List<Domain> domains, ColumnBlocks a, Steps progress) {
        return QrFactorization.of(platform, domains, a, progress);
    }

    /** Returns the distances of Q R from A, and of Q' Q from the identity (dqrt01). */
    @Override
    Map<String, Double> ratios(
            Platform platform, QrFactorization qr, Buffer original, int[] sample) {
        return Map.of(
                "|A - QR|", product(platform, qr, original, sample),
                "|I - Q'Q|", orthogonality(platform, qr, sample));
    }

    private static double product(
            Platform platform, QrFactorization qr, Buffer original, int[] sample) {
        ColumnBlocks a = qr.factors();
        try (Buffer product = platform.buffer(JAVA_DOUBLE, sample.length, a.rows())) {
            MemorySegment factors = a.buffer().read();
            MemorySegment target = product.write();
            for (int s = 0; s < sample.length; s++) {
                Sample.column(target, a.rows(), s, sample[s] + 1L)
                        .copyFrom(Sample.column(factors, a.rows(), sample[s], sample[s] + 1L));
            }
            qr.multiply(Transpose.NO, new ColumnBlocks(product, a.width()));
            double distance = Sample.distance(original, sample, product);
            return Sample.ratio(distance, a.rows(), Sample.norm(original));
        }
    }

    private static double orthogonality(Platform platform, QrFactorization qr, int[] sample) {
        ColumnBlocks a = qr.factors();
        int count = sample.length;
        try (Buffer q = platform.buffer(JAVA_DOUBLE, count, a.rows());
                Buffer unit = platform.buffer(JAVA_DOUBLE, count, count);
                Buffer square = platform.buffer(JAVA_DOUBLE, count, count);
                Stream stream = platform.host().stream()) {
            MemorySegment columns = q.write();
            MemorySegment ones = unit.write();
            for (int s = 0; s < count; s++) {
                columns.setAtIndex(JAVA_DOUBLE, s * a.rows() + sample[s], 1);
                ones.setAtIndex(JAVA_DOUBLE, (long) s * count + s, 1);
            }
            qr.multiply(Transpose.NO, new ColumnBlocks(q, a.width()));
            new TileCalls(TileKernels.DOUBLES, Layout.COLUMNS)
                    .gemm(
                            Transpose.YES,
                            Transpose.NO,
                            count,
                            count,
                            a.rows(),
                            1,
                            q.box(0, 0, count, a.rows()),
                            q.box(0, 0, count, a.rows()),
                            0,
                            square.box(0, 0, count, count))
                    .on(stream);
            stream.await();
            int[] all = IntStream.range(0, count).toArray();
            return Sample.ratio(Sample.distance(unit, all, square), a.rows());
        }
    }

    /**
     * Runs outside OSGi.
     *
     * @param arguments as for {@link #usage}, and {@code --domains} with a list of domains
     */
    public static void main(String... arguments) {
        PlainMain.run(new QrDecomposition(), arguments);
    }
}
