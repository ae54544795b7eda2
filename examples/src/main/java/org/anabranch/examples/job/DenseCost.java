package org.anabranch.examples.job;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.dense.Layout;
import org.anabranch.dense.TileCalls;
import org.anabranch.dense.TileKernels;
import org.anabranch.dense.Transpose;
import org.anabranch.dense.file.MatrixFile;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * The cost of factoring a sparse matrix as a dense one.
 *
 * @param name of the matrix
 * @param entries number of its entries
 * @param elements number of elements of a dense one
 * @param copied true if the check needs a second dense one
 * @param flops operations
 * @param rate operations per second of the host, as measured
 */
public record DenseCost(
        String name, long entries, double elements, boolean copied, double flops, double rate) {
    private static final int SIZE = 256;
    private static final long MOST_NANOS = 500_000_000;

    /** The number of rounds without an improvement by a tenth after which the measurement ends. */
    private static final int STEADY = 4;

    /**
     * Reports the cost if a matrix is sparse; for the time, products are measured on the host, for
     * half a second at most.
     *
     * @param platform whose host is measured
     * @param file the matrix
     * @param copied true if the check needs the dense matrix twice
     * @param flops operations of its factorisation
     * @param progress receives the message
     */
    public static void tell(
            Platform platform,
            MatrixFile file,
            boolean copied,
            double flops,
            PrintWriter progress) {
        if (file.sparse()) {
            DenseCost cost =
                    new DenseCost(
                            file.name(),
                            file.entries(),
                            (double) file.rows() * file.columns(),
                            copied,
                            flops,
                            measured(platform));
            progress.println(cost.words());
        }
    }

    private String words() {
        return String.format(
                Locale.ROOT,
                "%s is sparse, with %d entries (%.2g %%), but it is factored as a dense matrix:"
                        + " %.3g MB%s, %.3g operations, about %.2g s at"
                        + " the %.3g GFLOP/s of products on this host",
                name,
                entries,
                100 * entries / elements,
                elements * Double.BYTES / 1e6,
                copied ? " beside as much for the check" : "",
                flops,
                flops / rate,
                rate / 1e9);
    }

    /**
     * Returns the best rate of some rounds of products of tiles, one for each processor. The first
     * rounds are slow while code is being compiled.
     */
    private static double measured(Platform platform) {
        int tiles = platform.host().processors().count();
        TileCalls calls = new TileCalls(TileKernels.DOUBLES, Layout.COLUMNS);
        try (Buffer buffer = platform.buffer(JAVA_DOUBLE, (long) tiles * SIZE, 3 * SIZE);
                Stream stream = platform.host().stream()) {
            double best = 0;
            long begin = System.nanoTime();
            long now = begin;
            int steady = 0;
            while (steady < STEADY && now - begin < MOST_NANOS) {
                long start = now;
                for (int j = 0; j < tiles; j++) {
                    calls.gemm(
                                    Transpose.NO,
                                    Transpose.NO,
                                    SIZE,
                                    SIZE,
                                    SIZE,
                                    1,
                                    buffer.box((long) j * SIZE, 0, SIZE, SIZE),
                                    buffer.box((long) j * SIZE, SIZE, SIZE, SIZE),
                                    1,
                                    buffer.box((long) j * SIZE, 2 * SIZE, SIZE, SIZE))
                            .on(stream);
                }
                stream.await();
                now = System.nanoTime();
                double rate = 2e9 * SIZE * SIZE * SIZE * tiles / (now - start);
                steady = rate > 1.1 * best ? 0 : steady + 1;
                best = Math.max(best, rate);
            }
            return best;
        }
    }
}
