package org.anabranch.examples.job;

import org.anabranch.api.Platform;
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
    private static final int EXTENT = 512;

    /**
     * Reports the cost if a matrix is sparse; for the time, products are measured on the host.
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
                            1e9 * DomainSpeeds.rate(platform, platform.host(), EXTENT));
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
}
