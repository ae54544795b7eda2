package org.anabranch.stencil;

import static java.util.stream.Collectors.joining;

import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.ProcessorMask;
import org.anabranch.examples.stencil.SpaceStencils;
import org.anabranch.stencil.RunOptions.Order;
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
    private static final int WARM_ROUNDS = 8;
    private static final int WARM_ITERATIONS = 600;
    private static EmbeddedDevices devices;
    private static List<Domain> openCl = List.of();
    private final StringBuilder table = new StringBuilder();

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
        table.append(String.format(Locale.ROOT, format, values)).append('\n');
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
            overlapped[i] = once(plan, kernel, Order.OVERLAPPED, where);
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
        row(
                "| kernel | cells | host Mcells/s | OpenCL Mcells/s | together Mcells/s | of the"
                        + " sum, median | best | worst | advisor uses | of the better |");
        row("|---|---|---|---|---|---|---|---|---|---|");
        Domain host = half(devices.host(), 0);
        Domain device = half(openCl.getFirst(), 1);
        Kernel jacobi = ShippedStencils.KERNELS.getFirst();
        for (long y : new long[] {64, 512, 2048, 8192}) {
            together(jacobi, host, device, 50, 4096, y);
        }
        together(SpaceStencils.SEVEN_POINT, host, device, 30, 256, 256, 512);
        together(SpaceStencils.WAVE, host, device, 16, 256, 256, 256);
        save("host-and-opencl");
    }

    private static Domain half(Domain domain, int which) {
        int processors = domain.processors().count();
        ProcessorMask mask = domain.processors();
        return processors < 2 ? domain : domain.part(mask.split(2).get(which));
    }

    /** The speeds that they had together are the weights of the next round. */
    private void together(
            Kernel shipped, Domain host, Domain device, long iterations, long... useful) {
        Stencil stencil =
                ShippedStencils.resized(ShippedStencils.read(shipped), iterations, useful);
        Kernel kernel = StencilKernels.of(stencil, ShippedStencils.java(shipped));
        List<Domain> pair = List.of(host, device);
        warm(stencil, kernel, pair);
        StencilPlan single = Planner.plan(stencil, PlanOptions.devices(1));
        Advisor.Choice both =
                new Advisor.Choice(Planner.plan(stencil, PlanOptions.devices(2)), pair, 0);
        Advisor.Advice advice =
                Advisor.advise(devices.platform(), stencil, kernel, pair, PlanOptions.devices(1));
        Map<String, MemorySegment> arrays = Sequential.arrays(stencil, new Random(1));
        double[][] speeds = new double[5][ROUNDS];
        for (int i = -1; i < ROUNDS; i++) {
            double a = run(single, kernel, List.of(host), arrays).cellsPerSecond() / 1e6;
            double b = run(single, kernel, List.of(device), arrays).cellsPerSecond() / 1e6;
            both = i < 0 ? both.weighed(List.of(a, b)) : both;
            RunFigures run = run(both.plan(), kernel, pair, arrays);
            both = both.weighed(run.speeds());
            double c = run.cellsPerSecond() / 1e6;
            double d =
                    run(advice.best().plan(), kernel, advice.best().domains(), arrays)
                                    .cellsPerSecond()
                            / 1e6;
            double[] round = {a, b, c, c / (a + b), d / Math.max(a, b)};
            for (int j = 0; i >= 0 && j < round.length; j++) {
                speeds[j][i] = round[j];
            }
        }
        for (double[] of : speeds) {
            Arrays.sort(of);
        }
        int middle = ROUNDS / 2;
        row(
                "| %s | %s | %.0f | %.0f | %.0f | %.2f | %.2f | %.2f | %s | %.2f |",
                shipped.name(),
                Arrays.stream(useful).mapToObj(Long::toString).collect(joining(" x ")),
                speeds[0][middle],
                speeds[1][middle],
                speeds[2][middle],
                speeds[3][middle],
                speeds[3][ROUNDS - 1],
                speeds[3][0],
                advice.best().plan().zones().stream()
                        .map(zone -> advice.best().domains().get(zone.device()).kind())
                        .collect(joining(", ")),
                speeds[4][middle]);
    }

    private static RunFigures run(
            StencilPlan plan,
            Kernel kernel,
            List<Domain> where,
            Map<String, MemorySegment> arrays) {
        return new StencilRun(devices.platform(), plan, where, kernel, RunOptions.DEFAULT)
                .run(arrays);
    }

    /** Lets all that runs be compiled, on few cells. */
    private static void warm(Stencil stencil, Kernel kernel, List<Domain> pair) {
        Stencil few = DomainSpeed.shrunk(stencil, 1 << 16).iterating(WARM_ITERATIONS);
        Map<String, MemorySegment> arrays = Sequential.arrays(few, new Random(1));
        for (int i = 0; i < WARM_ROUNDS; i++) {
            run(Planner.plan(few, PlanOptions.devices(2)), kernel, pair, arrays);
            for (Domain alone : pair) {
                run(Planner.plan(few, PlanOptions.devices(1)), kernel, List.of(alone), arrays);
            }
        }
    }
}
