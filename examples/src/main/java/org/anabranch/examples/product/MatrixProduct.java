package org.anabranch.examples.product;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Domain;
import org.anabranch.api.Job;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.dense.TileKernels;
import org.anabranch.dense.TileOperation;
import org.anabranch.dense.factor.MatrixMultiplication;
import org.anabranch.examples.job.DenseDomains;
import org.anabranch.examples.job.PlainMain;
import org.anabranch.examples.job.Stopwatch;
import org.anabranch.spi.support.Arguments;
import org.osgi.service.component.annotations.Component;

import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The job that multiplies two random matrices, tile by tile, on all given domains, and checks the
 * product.
 */
@Component
public final class MatrixProduct implements Job {
    private static final long SEED = 20160523;
    private static final long MOST = 1 << 20;
    private static final long TILE = 256;
    private static final long MOST_ACTIONS = 1 << 20;

    @Override
    public String name() {
        return "matmul";
    }

    @Override
    public String usage() {
        return "matmul [N | M K N] [--tile T]: multiplies an M x K by a K x N matrix of doubles"
                + " (default 1024) in tiles of T (default: what suits the matrix); one stream per"
                + " domain, which has every so many columns of tiles";
    }

    @Override
    public Report run(
            Platform platform, List<Domain> domains, List<String> arguments, PrintWriter progress) {
        Arguments given = Arguments.of(this, arguments, 3, "tile");
        if (given.words() == 2) {
            throw given.complaint("give one number or three");
        }
        boolean square = given.words() < 3;
        long m = given.number(0, "M", 1024, 1, MOST);
        long k = square ? m : given.number(1, "K", m, 1, MOST);
        long n = square ? m : given.number(2, "N", m, 1, MOST);
        long asked = given.number("tile", 0, 1, MOST);
        long tile = Math.min(asked == 0 ? TILE : asked, Math.max(m, Math.max(k, n)));
        MatrixMultiplication equal = new MatrixMultiplication(m, n, k, tile, tile, tile);
        if (equal.actions() > MOST_ACTIONS) {
            throw given.complaint(
                    "--tile %s makes %s tile products, more than %s"
                            .formatted(tile, equal.actions(), MOST_ACTIONS));
        }
        List<Domain> used =
                DenseDomains.worthwhile(
                        platform,
                        domains,
                        2.0 * m * n * k,
                        TileKernels.DOUBLES.of(TileOperation.GEMM),
                        progress);
        MatrixMultiplication tiles =
                asked == 0 ? MatrixMultiplication.of(m, n, k, workers(used)) : equal;
        return measured(platform, used, tiles, progress);
    }

    private static long workers(List<Domain> domains) {
        return domains.stream().mapToLong(domain -> domain.processors().count()).sum();
    }

    private static Report measured(
            Platform platform,
            List<Domain> domains,
            MatrixMultiplication tiles,
            PrintWriter progress) {
        long m = tiles.m();
        long k = tiles.k();
        long n = tiles.n();
        try (Buffer a = platform.buffer(BufferOptions.named("A"), JAVA_DOUBLE, m, k);
                Buffer b = platform.buffer(BufferOptions.named("B"), JAVA_DOUBLE, k, n);
                Buffer c = platform.buffer(BufferOptions.named("C"), JAVA_DOUBLE, m, n)) {
            fill(a, SEED);
            fill(b, ~SEED);
            String kernels = DenseDomains.kernels(domains);
            progress.println(
                    "tiles of C of %s x %s, by %s"
                            .formatted(tiles.rows(), tiles.columns(), kernels));
            Stopwatch watch = new Stopwatch(progress);
            multiply(domains, tiles, a, b, c);
            double seconds = watch.seconds();
            progress.println("checking");
            ProductCheck check = ProductCheck.of(platform, a, b, c, SEED);
            return new Report(
                    check.agreed(),
                    check.words(),
                    seconds,
                    2.0 * m * n * k,
                    Map.of(
                            "m", m,
                            "k", k,
                            "n", n,
                            "tile", tiles.rows(),
                            "actions", tiles.actions(),
                            "kernels", kernels));
        }
    }

    private static void multiply(
            List<Domain> domains, MatrixMultiplication product, Buffer a, Buffer b, Buffer c) {
        List<Stream> streams = new ArrayList<>();
        try {
            domains.forEach(domain -> streams.add(domain.stream()));
            product.enqueue(streams, a, b, c);
            streams.forEach(Stream::await);
            c.read();
        } finally {
            streams.forEach(Stream::closeNow);
        }
    }

    private static void fill(Buffer matrix, long seed) {
        MemorySegment memory = matrix.write();
        SplittableRandom random = new SplittableRandom(seed);
        for (long i = 0; i < matrix.shape().elements(); i++) {
            memory.setAtIndex(JAVA_DOUBLE, i, random.nextDouble() * 2 - 1);
        }
    }

    /**
     * Runs outside OSGi.
     *
     * @param arguments as for {@link #usage}, and {@code --domains} with a list of domains
     */
    public static void main(String... arguments) {
        PlainMain.run(new MatrixProduct(), arguments);
    }
}
