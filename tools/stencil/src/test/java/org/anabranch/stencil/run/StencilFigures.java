package org.anabranch.stencil.run;

import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.ProcessorMask;
import org.anabranch.examples.stencil.PlaneStencils;
import org.anabranch.examples.stencil.SpaceStencils;
import org.anabranch.stencil.EmbeddedDevices;
import org.anabranch.stencil.Examples;
import org.anabranch.stencil.OtherPrograms;
import org.anabranch.stencil.PacedBackend;
import org.anabranch.stencil.Sequential;
import org.anabranch.stencil.ShippedStencils;
import org.anabranch.stencil.advice.TogetherFigures;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.plan.PlanOptions;
import org.anabranch.stencil.plan.Planner;
import org.anabranch.stencil.plan.StencilPlan;
import org.anabranch.stencil.run.RunOptions.Order;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * The figures of docs/stencil.md; run by name only, since they are measurements and no tests. They
 * are written to {@code target/figures}.
 */
class StencilFigures {
    private static final int ROUNDS = 5;
    private static EmbeddedDevices devices;
    private static List<Domain> openCl = List.of();
    private final StringBuilder table = new StringBuilder();
    private final OtherPrograms others = new OtherPrograms();

    @BeforeAll
    static void start() {
        devices = new EmbeddedDevices(0);
        openCl = devices.openCl();
    }

    @AfterAll
    static void stop() {
        devices.close();
    }

    private void row(String format, Object... values) {
        String row = String.format(Locale.ROOT, format, values);
        System.out.println(row);
        table.append(row).append('\n');
    }

    private void save(String name) throws IOException {
        Path folder = Files.createDirectories(Path.of("target", "figures"));
        Files.writeString(folder.resolve(name + ".md"), table);
    }

    private static Stencil jacobi(long iterations, long x, long y) {
        Stencil shipped = ShippedStencils.read(ShippedStencils.KERNELS.getFirst());
        return ShippedStencils.resized(shipped, iterations, x, y);
    }

    /** The run with the shortest loop of several, after one to warm up. */
    private static RunFigures best(
            StencilPlan plan, Kernel kernel, Order order, List<Domain> where) {
        StencilRun run =
                new StencilRun(
                        devices.platform(),
                        plan,
                        where,
                        kernel,
                        RunOptions.DEFAULT.with(order).flops(4));
        Map<String, MemorySegment> arrays = Sequential.arrays(plan.stencil(), new Random(1));
        RunFigures best = run.run(arrays);
        for (int i = 0; i < ROUNDS; i++) {
            RunFigures figures = run.run(arrays);
            best = figures.total() < best.total() ? figures : best;
        }
        return best;
    }

    private static Kernel both(Stencil stencil) {
        return StencilKernels.of(stencil, ShippedStencils.java(ShippedStencils.KERNELS.getFirst()));
    }

    /** Figure 8: share of transfers in the total, phased as the paper has it. */
    @Test
    void transferShare() throws Exception {
        row(
                "| cells | devices | total s | kernels %% | exchanges %% | upload and gather %% |"
                        + " GFLOPS |");
        row("|---|---|---|---|---|---|---|");
        for (long y : new long[] {256, 1024, 4096}) {
            Stencil stencil = jacobi(50, 4096, y);
            for (int count : new int[] {1, 2, 4}) {
                if (count > openCl.size()) {
                    continue;
                }
                StencilPlan plan = Planner.plan(stencil, PlanOptions.paper(count));
                RunFigures run = best(plan, both(stencil), Order.PHASED, openCl);
                row(
                        "| 4096 x %d | %d | %.4f | %.1f | %.1f | %.1f | %.2f |",
                        y,
                        count,
                        run.total(),
                        100 * run.compute() / run.total(),
                        100 * run.exchange() / run.total(),
                        100 * (run.upload() + run.gather()) / run.total(),
                        run.gflops());
            }
        }
        save("transfer-share");
    }

    /** An iteration beside the longer of computing and exchanging, with imposed costs. */
    @Test
    void hiddenExchange() throws Exception {
        row(
                "| compute ms | exchange ms | phased ms | overlapped ms | overlapped / longer,"
                        + " median | worst | ends told late by ms | model |");
        row("|---|---|---|---|---|---|---|---|");
        int number = 0;
        for (double compute : new double[] {20, 40}) {
            for (double share : new double[] {0.1, 0.25, 0.5, 0.8, 1.25}) {
                double link = compute * share;
                hidden(number++, compute, link);
            }
        }
        row("<!-- %d measurements were disturbed -->", others.disturbed());
        save("hidden-exchange");
    }

    /**
     * Each device has a link of its own; an exchange is one read and one write of a row on each.
     */
    private void hidden(int number, double computeMillis, double linkMillis) {
        Stencil stencil = Examples.jacobi(64, 256, 64, 256, 8, 4).iterations(40).build();
        double perIndex = computeMillis * 1e6 / (64 * 128);
        List<Domain> where = new ArrayList<>();
        Map<String, PacedBackend.Pace> paces = new java.util.HashMap<>();
        for (int i = 0; i < 2; i++) {
            paces.put(
                    "paced:" + number + "-" + i,
                    new PacedBackend.Pace(perIndex, linkMillis * 1e6 / 2, 0));
        }
        devices.plug(new PacedBackend(paces));
        paces.keySet().stream().sorted().forEach(id -> where.add(devices.domain(id)));
        Kernel kernel = StencilKernels.of(stencil, (piece, arguments) -> {});
        StencilPlan plan = Planner.plan(stencil, PlanOptions.devices(2));
        once(Planner.plan(stencil.iterating(10), plan.options()), kernel, Order.PHASED, where);
        double phased = once(plan, kernel, Order.PHASED, where);
        paces.values().forEach(PacedBackend.Pace::lateness);
        double[] overlapped = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            overlapped[i] = others.undisturbed(() -> once(plan, kernel, Order.OVERLAPPED, where));
        }
        double late =
                paces.values().stream()
                        .mapToDouble(PacedBackend.Pace::lateness)
                        .average()
                        .orElse(0);
        Arrays.sort(overlapped);
        double longer = Math.max(computeMillis, linkMillis);
        row(
                "| %.0f | %.0f | %.2f | %.2f | %.3f | %.3f | %.2f | %.3f |",
                computeMillis,
                linkMillis,
                phased,
                overlapped[ROUNDS / 2],
                overlapped[ROUNDS / 2] / longer,
                overlapped[ROUNDS - 1] / longer,
                late / 1e6,
                ExchangeModel.ratio(computeMillis, linkMillis, late / 1e6));
    }

    private static double once(StencilPlan plan, Kernel kernel, Order order, List<Domain> where) {
        RunOptions options = RunOptions.DEFAULT.with(order);
        StencilRun run = new StencilRun(devices.platform(), plan, where, kernel, options);
        return 1e3
                * run.run(Sequential.arrays(plan.stencil(), new Random(1))).secondsPerIteration();
    }

    /** One processor as host, one as OpenCL device, then both. */
    @Test
    void hostAndOpenClTogether() throws Exception {
        row(TogetherFigures.HEAD);
        TogetherFigures figures = halves();
        row(figures.of(SpaceStencils.WAVE, 80, 128, 128, 128));
        row(figures.of(SpaceStencils.WAVE, 10, 256, 256, 256));
        row(figures.of(SpaceStencils.SEVEN_POINT, 20, 256, 256, 512));
        row(figures.of(PlaneStencils.JACOBI, 20, 4096, 8192));
        row("<!-- %d measurements were disturbed -->", figures.disturbed());
        save("host-and-opencl");
    }

    /** The same where it does not pay, or not that much. */
    @Test
    void hostAndOpenClTogetherOnSmallGrids() throws Exception {
        row(TogetherFigures.HEAD);
        TogetherFigures figures = halves();
        for (long y : new long[] {64, 512, 2048}) {
            row(figures.of(PlaneStencils.JACOBI, 20 * 8192 / y, 4096, y));
        }
        row("<!-- %d measurements were disturbed -->", figures.disturbed());
        save("host-and-opencl-small");
    }

    private static TogetherFigures halves() {
        Domain host = half(devices.host(), 0);
        Domain device = half(openCl.getFirst(), 1);
        return new TogetherFigures(devices.platform(), host, device);
    }

    private static Domain half(Domain domain, int which) {
        int processors = domain.processors().count();
        ProcessorMask mask = domain.processors();
        return processors < 2 ? domain : domain.part(mask.split(2).get(which));
    }
}
