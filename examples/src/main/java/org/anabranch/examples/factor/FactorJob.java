package org.anabranch.examples.factor;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Job;
import org.anabranch.api.Kernel;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.dense.Arithmetics;
import org.anabranch.dense.SingularException;
import org.anabranch.dense.factor.ColumnBlocks;
import org.anabranch.dense.factor.PanelFactorization;
import org.anabranch.dense.factor.Steps;
import org.anabranch.dense.file.MatrixWriter;
import org.anabranch.examples.job.DenseDomains;
import org.anabranch.examples.job.Stopwatch;
import org.anabranch.spi.support.Arguments;

import java.io.PrintWriter;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The common part of the jobs {@code lu} and {@code qr}: all except the factorisation.
 *
 * @param <F> the type of the factors
 */
abstract class FactorJob<F extends PanelFactorization> implements Job {
    /** The limit of LAPACK's own tests. */
    private static final double THRESHOLD = 30;

    private static final int MOST_BLOCKS = 1024;

    /** {@return a description of the factorisation, for the usage} */
    abstract String what();

    /** Factors in place. */
    abstract F factor(Platform platform, List<Domain> domains, ColumnBlocks a, Steps progress);

    /**
     * Returns LAPACK's measures of the factors, by name, for some columns: less than 30 is correct.
     *
     * @param platform where to compute them
     * @param factors the factors
     * @param original the matrix
     * @param sample the columns
     */
    abstract Map<String, Double> ratios(
            Platform platform, F factors, Buffer original, int[] sample);

    /** Returns the kernel that does most of the work. */
    abstract Kernel most();

    /** Returns the number of floating-point operations. */
    abstract double flops(double rows, double columns);

    /** Throws if a matrix of these extents cannot be used. */
    abstract void checkExtents(String name, long rows, long columns, boolean solve);

    @Override
    public final String usage() {
        return name()
                + " [FILE] [--tile T] [--matrix "
                + String.join("|", ModelMatrix.KINDS)
                + "] [--rows N] [--solve B --out X]: "
                + what()
                + " of a matrix in a Matrix Market or .npy file (of a model matrix of N rows if"
                + " there is none, default 512) by panels of T columns (default from 32 to 256);"
                + " B has right-hand sides, X (.mtx or .npy) gets the solutions; panels go round"
                + " the domains";
    }

    @Override
    public final Report run(
            Platform platform, List<Domain> domains, List<String> arguments, PrintWriter progress) {
        Arguments given =
                Arguments.of(this, arguments, 1, "tile", "matrix", "rows", "solve", "out");
        if (given.has("solve") != given.has("out")) {
            throw given.complaint("--solve and --out belong together");
        }
        MatrixWriter writer = given.value("out").map(MatrixWriter::to).orElse(null);
        if (domains.stream().noneMatch(this::canRun)) {
            throw refusal(domains);
        }
        try (Problem problem = Problem.of(given, platform, progress, this)) {
            long tile = tile(given, problem);
            try (Buffer work = problem.copy()) {
                ColumnBlocks blocks = new ColumnBlocks(work, (int) tile);
                double flops = 2.0 / 3 * problem.rows() * problem.columns() * problem.columns();
                List<Domain> used =
                        DenseDomains.worthwhile(platform, domains, flops, most(), progress);
                if (!used.stream().allMatch(this::canRun)) {
                    throw refusal(used);
                }
                return run(platform, used, problem, blocks, writer, progress);
            }
        }
    }

    private boolean canRun(Domain domain) {
        return !Collections.disjoint(domain.formats(), most().formats());
    }

    private ProgramException refusal(List<Domain> domains) {
        String unable =
                domains.stream()
                        .filter(domain -> !canRun(domain))
                        .map(domain -> domain.id() + " (which runs " + domain.formats() + ")")
                        .collect(Collectors.joining(", "));
        return new ProgramException(
                "%s cannot use %s: its kernels are there in %s alone; leave it out, --domains host works"
                        .formatted(name(), unable, most().formats()));
    }

    private static long tile(Arguments given, Problem problem) {
        long columns = problem.columns();
        long least = (columns + MOST_BLOCKS - 1) / MOST_BLOCKS;
        long tile = given.number("tile", defaultTile(columns), 1, Integer.MAX_VALUE);
        if (tile < least) {
            throw given.complaint(
                    "--tile %s is too small for %s columns; the smallest is %s"
                            .formatted(tile, columns, least));
        }
        return Math.min(tile, columns);
    }

    /** Returns the default width: about 16 panels, in multiples of 16 columns. */
    static long defaultTile(long columns) {
        return Math.clamp((columns + 255) / 256 * 16, 32, 256);
    }

    private Report run(
            Platform platform,
            List<Domain> domains,
            Problem problem,
            ColumnBlocks a,
            MatrixWriter writer,
            PrintWriter progress) {
        Stopwatch watch = new Stopwatch(progress);
        try (F factors =
                factor(
                        platform,
                        domains,
                        a,
                        (done, all) -> watch.step("panels factored", done, all))) {
            a.buffer().read();
            double seconds = watch.seconds();
            if (!domains.contains(platform.host()) && factors.panelsOnHost()) {
                progress.println("the panels were factored on the host");
            }
            progress.println("checking");
            int[] sample = Sample.columns(a.columns());
            Map<String, Double> ratios =
                    new TreeMap<>(ratios(platform, factors, problem.matrix(), sample));
            problem.solve(platform, factors, a.width(), writer)
                    .ifPresent(ratio -> ratios.put("solve", ratio));
            boolean sampled = sample.length < a.columns();
            return report(problem, a, factors, ratios, seconds, sampled, writer);
        } catch (SingularException e) {
            throw new ProgramException(problem.name() + ": " + e.getMessage(), e);
        }
    }

    private Report report(
            Problem problem,
            ColumnBlocks a,
            F factors,
            Map<String, Double> ratios,
            double seconds,
            boolean sampled,
            MatrixWriter writer) {
        boolean passed = true;
        StringBuilder words = new StringBuilder();
        for (Map.Entry<String, Double> ratio : ratios.entrySet()) {
            passed &= ratio.getValue() < THRESHOLD; // a NaN does not pass
            words.append(String.format(Locale.ROOT, "%s %.3g, ", ratio.getKey(), ratio.getValue()));
        }
        words.append("in units of n e, as LAPACK's tests measure (less than 30)");
        if (sampled) {
            words.append("; factors in a random sample of columns");
        }
        Map<String, Object> figures = new TreeMap<>(ratios);
        figures.put("rows", a.rows());
        figures.put("columns", a.columns());
        figures.put("entries", problem.entries());
        figures.put("tile", (long) a.width());
        figures.put("actions", factors.enqueued());
        figures.put("arithmetic", Arithmetics.describe());
        if (writer != null) {
            figures.put("wrote", writer.path().toString());
        }
        return new Report(passed, words.toString(), seconds, flops(a.rows(), a.columns()), figures);
    }
}
