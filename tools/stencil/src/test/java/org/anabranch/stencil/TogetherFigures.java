package org.anabranch.stencil;

import static java.util.stream.Collectors.joining;

import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Platform;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * The host and an OpenCL device alone and together, in turn, in rounds that other programs did not
 * disturb. The speeds that they had together are the weights of the next round.
 */
final class TogetherFigures {
    static final String HEAD =
            """
            | kernel | cells | host Mcells/s | OpenCL Mcells/s | together Mcells/s | of the sum: \
            median | worst | best | advisor uses | which has of the better alone |
            |---|---|---|---|---|---|---|---|---|---|\
            """;
    private static final int ROUNDS = 5;
    private static final int WARM_ROUNDS = 6;
    private static final int WARM_ITERATIONS = 600;

    private final Platform platform;
    private final List<Domain> pair;
    private final OtherPrograms others = new OtherPrograms();

    /** Of one round, in millions of cells a second. */
    private record Round(double host, double device, double together, double advised) {
        double ofTheSum() {
            return together / (host + device);
        }

        double ofTheBetter() {
            return advised / Math.max(host, device);
        }
    }

    TogetherFigures(Platform platform, Domain host, Domain device) {
        this.platform = platform;
        this.pair = List.of(host, device);
    }

    int disturbed() {
        return others.disturbed();
    }

    /** {@return a row of the table} */
    String of(Kernel shipped, long iterations, long... useful) {
        Stencil stencil =
                ShippedStencils.resized(ShippedStencils.read(shipped), iterations, useful);
        Kernel kernel = StencilKernels.of(stencil, ShippedStencils.java(shipped));
        warm(stencil, kernel);
        PlanOptions any = PlanOptions.devices(1);
        Advisor.Choice advised =
                others.undisturbed(() -> Advisor.advise(platform, stencil, kernel, pair, any))
                        .best();
        Round[] rounds = rounds(stencil, kernel, advised);
        double[] shares = sorted(rounds, Round::ofTheSum);
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.0f | %.0f | %.0f | %.2f | %.2f | %.2f | %s | %.2f |",
                shipped.name(),
                Arrays.stream(useful).mapToObj(Long::toString).collect(joining(" x ")),
                median(rounds, Round::host),
                median(rounds, Round::device),
                median(rounds, Round::together),
                shares[ROUNDS / 2],
                shares[0],
                shares[ROUNDS - 1],
                advised.plan().zones().stream()
                        .map(zone -> advised.domains().get(zone.device()).kind())
                        .collect(joining(", ")),
                median(rounds, Round::ofTheBetter));
    }

    private Round[] rounds(Stencil stencil, Kernel kernel, Advisor.Choice advised) {
        StencilPlan one = Planner.plan(stencil, PlanOptions.devices(1));
        StencilPlan two = Planner.plan(stencil, PlanOptions.devices(2));
        Advisor.Choice both = new Advisor.Choice(two, pair, 0);
        Map<String, MemorySegment> arrays = Sequential.arrays(stencil, new Random(1));
        Round[] rounds = new Round[ROUNDS];
        for (int i = -1; i < ROUNDS; i++) { // the first for weights only
            RunFigures a = run(one, kernel, pair.subList(0, 1), arrays);
            RunFigures b = run(one, kernel, pair.subList(1, 2), arrays);
            RunFigures c = run(both.plan(), kernel, pair, arrays);
            RunFigures d = run(advised.plan(), kernel, advised.domains(), arrays);
            both = both.weighed(c.speeds());
            rounds[Math.max(i, 0)] = new Round(mega(a), mega(b), mega(c), mega(d));
        }
        return rounds;
    }

    private static double mega(RunFigures run) {
        return run.cellsPerSecond() / 1e6;
    }

    private static double[] sorted(Round[] rounds, ToDoubleFunction<Round> value) {
        return Arrays.stream(rounds).mapToDouble(value).sorted().toArray();
    }

    private static double median(Round[] rounds, ToDoubleFunction<Round> value) {
        return sorted(rounds, value)[ROUNDS / 2];
    }

    private RunFigures run(
            StencilPlan plan,
            Kernel kernel,
            List<Domain> where,
            Map<String, MemorySegment> arrays) {
        StencilRun run = new StencilRun(platform, plan, where, kernel, RunOptions.DEFAULT);
        return others.undisturbed(() -> run.run(arrays));
    }

    /** Lets all that runs be compiled, on few cells. */
    private void warm(Stencil stencil, Kernel kernel) {
        Stencil few = DomainSpeed.shrunk(stencil, 1 << 16).iterating(WARM_ITERATIONS);
        Map<String, MemorySegment> arrays = Sequential.arrays(few, new Random(1));
        for (int i = 0; i < WARM_ROUNDS; i++) {
            for (List<Domain> where : List.of(pair, pair.subList(0, 1), pair.subList(1, 2))) {
                StencilPlan plan = Planner.plan(few, PlanOptions.devices(where.size()));
                new StencilRun(platform, plan, where, kernel, RunOptions.DEFAULT).run(arrays);
            }
        }
    }
}
