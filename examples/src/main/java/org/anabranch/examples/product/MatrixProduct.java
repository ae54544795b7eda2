package org.anabranch.examples.product;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Domain;
import org.anabranch.api.Job;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.api.Tiles;
import org.anabranch.dense.Arithmetics;
import org.anabranch.dense.factor.Product;
import org.anabranch.examples.job.JobArguments;
import org.anabranch.examples.job.PlainMain;
import org.anabranch.examples.job.Stopwatch;
import org.osgi.service.component.annotations.Component;

import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The job that multiplies two random matrices, tile by tile, on all domains given, and checks the
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
                + " (default 1024) in tiles of T; on the host alone by the library for dense tiles,"
                + " else one stream per domain (default 256)";
    }

    @Override
    public Report run(
            Platform platform, List<Domain> domains, List<String> arguments, PrintWriter progress) {
        JobArguments given = new JobArguments(this, arguments, 3, "tile");
        if (given.words() == 2) {
            throw given.complaint("give one number or three");
        }
        boolean square = given.words() < 3;
        long m = given.number(0, "M", 1024, 1, MOST);
        long k = square ? m : given.number(1, "K", m, 1, MOST);
        long n = square ? m : given.number(2, "N", m, 1, MOST);
        long asked = given.number("tile", 0, 1, MOST);
        long tile = Math.min(asked == 0 ? TILE : asked, Math.max(m, Math.max(k, n)));
        Product equal = new Product(m, n, k, tile, tile, tile);
        if (equal.actions() > MOST_ACTIONS) {
            throw given.complaint(
                    "--tile "
                            + tile
                            + " makes "
                            + equal.actions()
                            + " tile products, more than "
                            + MOST_ACTIONS);
        }
        boolean alone = domains.equals(List.of(platform.host()));
        Product tiles =
                alone && asked == 0
                        ? Product.of(m, n, k, platform.host().processors().count())
                        : equal;
        return measured(platform, domains, alone, tiles, progress);
    }

    private static Report measured(
            Platform platform,
            List<Domain> domains,
            boolean alone,
            Product tiles,
            PrintWriter progress) {
        long m = tiles.m();
        long k = tiles.k();
        long n = tiles.n();
        try (Buffer a = platform.buffer(BufferOptions.named("A"), JAVA_DOUBLE, m, k);
                Buffer b = platform.buffer(BufferOptions.named("B"), JAVA_DOUBLE, k, n);
                Buffer c = platform.buffer(BufferOptions.named("C"), JAVA_DOUBLE, m, n)) {
            fill(a, SEED);
            fill(b, ~SEED);
            double seconds =
                    alone
                            ? onHost(platform.host(), tiles, a, b, c, progress)
                            : onAll(domains, tiles.rows(), a, b, c, progress);
            progress.println("checking");
            ProductCheck check = ProductCheck.of(platform, a, b, c, SEED);
            return new Report(
                    check.agreed(),
                    check.words(),
                    seconds,
                    2.0 * m * n * k,
                    Map.of(
                            "m",
                            m,
                            "k",
                            k,
                            "n",
                            n,
                            "tile",
                            tiles.rows(),
                            "actions",
                            tiles.actions(),
                            "kernels",
                            alone ? Arithmetics.describe() : "examples"));
        }
    }

    /** The host alone has the tile library, which is several times as fast as code for all. */
    private static double onHost(
            Domain host, Product product, Buffer a, Buffer b, Buffer c, PrintWriter progress) {
        progress.println(
                "tiles of C of %s x %s, by %s"
                        .formatted(product.rows(), product.columns(), Arithmetics.describe()));
        Stopwatch watch = new Stopwatch(progress);
        try (Stream stream = host.stream()) {
            product.enqueue(stream, a, b, c);
            stream.await();
        }
        c.read();
        return watch.seconds();
    }

    private static double onAll(
            List<Domain> domains, long tile, Buffer a, Buffer b, Buffer c, PrintWriter progress) {
        Tiles left = a.tiles(tile, tile);
        progress.println(
                left.rows()
                        + " x "
                        + left.columns()
                        + " tiles of A on "
                        + domains.size()
                        + " domains, by code of the examples");
        Stopwatch watch = new Stopwatch(progress);
        StreamedProduct.multiply(domains, 0, left, b.tiles(tile, tile), c.tiles(tile, tile));
        c.read();
        return watch.seconds();
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
     * @param arguments as {@link #usage} says, and {@code --domains} with a list of domains
     */
    public static void main(String... arguments) {
        PlainMain.run(new MatrixProduct(), arguments);
    }
}
