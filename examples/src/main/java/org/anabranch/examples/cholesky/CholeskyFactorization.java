package org.anabranch.examples.cholesky;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Domain;
import org.anabranch.api.Job;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.api.Stream;
import org.anabranch.dense.Layout;
import org.anabranch.dense.NotPositiveDefiniteException;
import org.anabranch.dense.TileKernels;
import org.anabranch.dense.TileOperation;
import org.anabranch.dense.factor.Cholesky;
import org.anabranch.dense.factor.PanelPartition;
import org.anabranch.dense.file.MatrixFile;
import org.anabranch.examples.job.DenseCost;
import org.anabranch.examples.job.DenseDomains;
import org.anabranch.examples.job.PlainMain;
import org.anabranch.examples.job.Stopwatch;
import org.anabranch.spi.support.Arguments;
import org.osgi.service.component.annotations.Component;

import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The job that factors a symmetric positive definite matrix from a Matrix Market file, A = L L',
 * and checks the factor.
 */
@Component
public final class CholeskyFactorization implements Job {
    private static final String MODEL = "poisson.mtx";
    private static final int MOST_TILES = 512;

    /** The limit of LAPACK's own tests. */
    private static final double THRESHOLD = 30;

    private static final long MOST_STREAMS = 64;

    @Override
    public String name() {
        return "cholesky";
    }

    @Override
    public String usage() {
        return "cholesky [FILE] [--tile T] [--layout rows|columns] [--streams S]"
                + " [--solve B --out X]: factors a"
                + " symmetric positive definite matrix in a Matrix Market or .npy file (a small"
                + " model if none is given) in tiles of T (default: what suits the matrix); on"
                + " several domains rows (or columns) of tiles go round them, S streams each"
                + " (default 1); B has right-hand sides, X (.mtx or .npy) gets the solutions";
    }

    @Override
    public Report run(
            Platform platform, List<Domain> domains, List<String> arguments, PrintWriter progress) {
        Arguments given =
                Arguments.of(this, arguments, 1, "tile", "layout", "streams", "solve", "out");
        String file = given.words() == 0 ? MODEL : given.word(0, "a file");
        TileOwner owner =
                given.choice("layout", "rows", "columns").equals("rows")
                        ? TileOwner.ROWS
                        : TileOwner.COLUMNS;
        int streams = (int) given.number("streams", 1, 1, MOST_STREAMS);
        long asked = given.number("tile", 0, 1, Integer.MAX_VALUE);
        try (MatrixFile matrix =
                given.words() == 0
                        ? MatrixFile.resource(CholeskyFactorization.class, MODEL, most(platform))
                        : MatrixFile.open(file, most(platform))) {
            if (matrix.rows() != matrix.columns()) {
                throw new ProgramException(
                        "%s is not square: %s x %s"
                                .formatted(matrix.name(), matrix.rows(), matrix.columns()));
            }
            long tile = tile(given, asked, matrix.rows());
            if (given.words() > 0) {
                DenseCost.tell(platform, matrix, false, flops(matrix.rows()), progress);
            }
            int n = (int) matrix.rows();
            try (Solution sought = Solution.of(given, platform, matrix, most(platform));
                    Buffer a = platform.buffer(BufferOptions.named("A"), JAVA_DOUBLE, n, n)) {
                SymmetricMatrix read = read(matrix, file, a.write(), progress);
                Plan plan = new Plan(file, read, tile, owner, streams, sought);
                return factor(platform, domains, plan, a, progress);
            }
        }
    }

    private static SymmetricMatrix read(
            MatrixFile file, String name, MemorySegment target, PrintWriter progress) {
        Stopwatch reading = new Stopwatch(progress);
        file.load(target);
        SymmetricMatrix matrix = SymmetricMatrix.of(file, target);
        progress.println(
                String.format(
                        Locale.ROOT,
                        "read %d rows, %d entries in %.3f s",
                        matrix.n(),
                        file.entries(),
                        reading.seconds()));
        refuseBadDiagonal(name, matrix);
        return matrix;
    }

    /** Returns the extent that the user requests, or 0. */
    private static long tile(Arguments given, long asked, long n) {
        if (asked == 0) {
            return 0;
        }
        long tile = Math.min(asked, n);
        if ((n + tile - 1) / tile > MOST_TILES) {
            long least = (n + MOST_TILES - 1L) / MOST_TILES;
            throw given.complaint(
                    "--tile %s is too small for %s rows; the smallest is %s"
                            .formatted(tile, n, least));
        }
        return tile;
    }

    private record Plan(
            String file,
            SymmetricMatrix matrix,
            long tile,
            TileOwner owner,
            int streams,
            Solution sought) {}

    private static Report factor(
            Platform platform, List<Domain> domains, Plan plan, Buffer a, PrintWriter progress) {
        double flops = Math.pow(a.shape().rows(), 3) / 3;
        List<Domain> used =
                DenseDomains.worthwhile(
                        platform,
                        domains,
                        flops,
                        TileKernels.DOUBLES.of(TileOperation.GEMM),
                        progress);
        Stopwatch watch = new Stopwatch(progress);
        Work work;
        try {
            work =
                    used.size() == 1 && plan.streams() == 1
                            ? inOneStream(used, plan, a, progress, watch)
                            : overStreams(used, plan, a, progress, watch);
            a.read();
        } catch (AnabranchException e) {
            throw NotPositiveDefiniteException.in(e)
                    .<AnabranchException>map(
                            found -> indefinite(plan.file(), found.getMessage(), e))
                    .orElse(e);
        }
        double seconds = watch.seconds();
        progress.println("checking");
        FactorCheck check = new FactorCheck(plan.matrix(), a.read());
        int bad = check.badPivot();
        if (bad >= 0) {
            throw indefinite(plan.file(), "pivot " + (bad + 1) + " is not positive", null);
        }
        return report(plan, work, check.run(platform), a, seconds);
    }

    private static Report report(
            Plan plan, Work work, FactorCheck.Outcome outcome, Buffer a, double seconds) {
        boolean passed = outcome.passed();
        String words = outcome.words();
        Map<String, Object> figures = new TreeMap<>(figures(plan, work, outcome));
        if (plan.sought() != null) {
            double ratio = plan.sought().find(plan.matrix(), a);
            passed &= ratio < THRESHOLD; // a NaN does not pass
            words +=
                    String.format(
                            Locale.ROOT,
                            "; right-hand sides: |b - A x| is %.3g n e |A| |x| (less than 30)",
                            ratio);
            figures.put("solve", ratio);
            figures.put("wrote", plan.sought().writer().path().toString());
        }
        return new Report(passed, words, seconds, flops(plan.matrix().n()), figures);
    }

    private static double flops(double n) {
        return n * n * n / 3 + n * n / 2 + n / 6;
    }

    /** The statistics: numbers of actions and waits, extent of tiles, and arithmetic. */
    private record Work(long tile, long actions, long waits, String kernels) {}

    private static Work inOneStream(
            List<Domain> domains, Plan plan, Buffer a, PrintWriter progress, Stopwatch watch) {
        String kernels = DenseDomains.kernels(domains);
        int n = plan.matrix().n();
        PanelPartition parts =
                plan.tile() == 0
                        ? PanelPartition.shrinking(n)
                        : PanelPartition.equal(n, Math.toIntExact(plan.tile()));
        progress.println("%s tiles a side, by %s".formatted(parts.count(), kernels));
        Stream stream = domains.getFirst().stream();
        try {
            long actions =
                    Cholesky.factor(
                            stream,
                            a,
                            Layout.ROWS,
                            parts,
                            (done, all) -> watch.step("columns of tiles factored", done, all));
            return new Work(parts.widest(), actions, 0, kernels);
        } finally {
            stream.closeNow();
        }
    }

    private static Work overStreams(
            List<Domain> domains, Plan plan, Buffer a, PrintWriter progress, Stopwatch watch) {
        long tile = plan.tile() == 0 ? defaultTile(plan.matrix().n()) : plan.tile();
        String kernels = DenseDomains.kernels(domains);
        progress.println("tiles of %s, by %s".formatted(tile, kernels));
        List<Stream> streams = new ArrayList<>();
        try {
            for (int i = 0; i < plan.streams(); i++) {
                domains.forEach(domain -> streams.add(domain.stream()));
            }
            TiledFactorization factorization =
                    new TiledFactorization(a.tiles(tile, tile), streams, plan.owner(), watch);
            factorization.run();
            return new Work(tile, factorization.actions(), factorization.waits(), kernels);
        } finally {
            streams.forEach(Stream::closeNow);
        }
    }

    private static Map<String, Object> figures(Plan plan, Work work, FactorCheck.Outcome outcome) {
        return Map.of(
                "rows", plan.matrix().n(),
                "entries", plan.matrix().values().length,
                "tile", work.tile(),
                "kernels", work.kernels(),
                "actions", work.actions(),
                "waits", work.waits(),
                "residual", outcome.residual(),
                "scaledResidual", outcome.scaledResidual(),
                "solveResidual", outcome.backwardError(),
                "solveError", outcome.forwardError());
    }

    private static void refuseBadDiagonal(String file, SymmetricMatrix matrix) {
        double[] diagonal = matrix.diagonal();
        for (int i = 0; i < diagonal.length; i++) {
            if (!(diagonal[i] > 0)) {
                throw indefinite(
                        file,
                        "the diagonal element of row " + (i + 1) + " is " + diagonal[i],
                        null);
            }
        }
    }

    private static ProgramException indefinite(String file, String why, Throwable cause) {
        return new ProgramException(file + " is not positive definite: " + why, cause);
    }

    private static long most(Platform platform) {
        return platform.host().memory().getOrDefault(MemoryKind.NORMAL, 0L) / Double.BYTES;
    }

    /**
     * Returns the default extent: about 16 tiles per side, in multiples of 16, so that there is
     * work for several processors and each tile is worth its overhead.
     */
    static long defaultTile(long n) {
        return Math.min(n, Math.clamp((n + 255) / 256 * 16, 32, 256));
    }

    /**
     * Runs outside OSGi.
     *
     * @param arguments as for {@link #usage}, and {@code --domains} with a list of domains
     */
    public static void main(String... arguments) {
        PlainMain.run(new CholeskyFactorization(), arguments);
    }
}
