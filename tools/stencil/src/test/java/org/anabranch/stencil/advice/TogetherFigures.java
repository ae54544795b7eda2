package org.anabranch.stencil.advice;

import static java.util.stream.Collectors.joining;

import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Platform;
import org.anabranch.stencil.OtherPrograms;
import org.anabranch.stencil.Sequential;
import org.anabranch.stencil.ShippedStencils;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.plan.PlanOptions;
import org.anabranch.stencil.plan.Planner;
import org.anabranch.stencil.plan.StencilPlan;
import org.anabranch.stencil.plan.Zone;
import org.anabranch.stencil.run.RunFigures;
import org.anabranch.stencil.run.RunOptions;
import org.anabranch.stencil.run.StencilKernels;
import org.anabranch.stencil.run.StencilRun;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The host and an OpenCL device alone, apart at the same time, and together, in turn, in rounds
 * that other programs did not disturb. Apart, each computes a grid of its own of the size of its
 * zone: what that gives is what the machine has for two who have nothing to do with each other. The
 * speeds that they had together are the weights of the next round.
 */
public final class TogetherFigures {
    public static final String HEAD =
            """
            | kernel | cells | host alone Mcells/s | OpenCL alone Mcells/s | apart, at the same time \
            Mcells/s | together Mcells/s | of the sum alone: median | worst | best | of the sum apart: \
            median | worst | best | advisor uses | which has of the better alone |
            |---|---|---|---|---|---|---|---|---|---|---|---|---|---|\
            """;
    private static final int ROUNDS = 5;
    private static final int WARM_ROUNDS = 6;
    private static final int WARM_ITERATIONS = 600;

    private final Platform platform;
    private final List<Domain> pair;
    private final OtherPrograms others = new OtherPrograms();

    /** Of one round, in millions of cells a second. */
    private record Round(
            double host, double device, double apart, double together, double advised) {
        double ofTheSumAlone() {
            return together / (host + device);
        }

        double ofTheSumApart() {
            return together / apart;
        }

        double ofTheBetter() {
            return advised / Math.max(host, device);
        }
    }

    public TogetherFigures(Platform platform, Domain host, Domain device) {
        this.platform = platform;
        this.pair = List.of(host, device);
    }

    public int disturbed() {
        return others.disturbed();
    }

    /** {@return a row of the table} */
    public String of(Kernel shipped, long iterations, long... useful) {
        Stencil stencil =
                ShippedStencils.resized(ShippedStencils.read(shipped), iterations, useful);
        Kernel kernel = StencilKernels.of(stencil, ShippedStencils.java(shipped));
        warm(stencil, kernel);
        PlanOptions any = PlanOptions.devices(1);
        Advisor.Choice advised =
                others.undisturbed(() -> Advisor.advise(platform, stencil, kernel, pair, any))
                        .best();
        Round[] rounds = rounds(stencil, kernel, advised);
        double[] alone = sorted(rounds, Round::ofTheSumAlone);
        double[] apart = sorted(rounds, Round::ofTheSumApart);
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.0f | %.0f | %.0f | %.0f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |"
                        + " %s | %.2f |",
                shipped.name(),
                Arrays.stream(useful).mapToObj(Long::toString).collect(joining(" x ")),
                median(rounds, Round::host),
                median(rounds, Round::device),
                median(rounds, Round::apart),
                median(rounds, Round::together),
                alone[ROUNDS / 2],
                alone[0],
                alone[ROUNDS - 1],
                apart[ROUNDS / 2],
                apart[0],
                apart[ROUNDS - 1],
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
            double apart = apart(both.plan(), kernel);
            RunFigures c = run(both.plan(), kernel, pair, arrays);
            RunFigures d = run(advised.plan(), kernel, advised.domains(), arrays);
            both = both.weighed(c.speeds());
            rounds[Math.max(i, 0)] = new Round(mega(a), mega(b), apart, mega(c), mega(d));
        }
        return rounds;
    }

    /** {@return the sum of the speeds of two who compute at the same time} */
    private double apart(StencilPlan plan, Kernel kernel) {
        List<Supplier<RunFigures>> runs = new ArrayList<>();
        for (Zone zone : plan.zones()) {
            Stencil own =
                    ShippedStencils.resized(
                            plan.stencil(),
                            plan.stencil().iterations(),
                            extents(zone.write(), plan.stencil().rank()));
            StencilPlan one = Planner.plan(own, PlanOptions.devices(1));
            List<Domain> where = List.of(pair.get(zone.device()));
            Map<String, MemorySegment> arrays = Sequential.arrays(own, new Random(1));
            StencilRun run = new StencilRun(platform, one, where, kernel, RunOptions.DEFAULT);
            runs.add(() -> run.run(arrays));
        }
        return others.undisturbed(() -> atOnce(runs));
    }

    private static double atOnce(List<Supplier<RunFigures>> runs) {
        List<CompletableFuture<RunFigures>> begun = new ArrayList<>();
        for (Supplier<RunFigures> run : runs) {
            begun.add(CompletableFuture.supplyAsync(run, Thread.ofPlatform()::start));
        }
        return begun.stream().mapToDouble(run -> mega(run.join())).sum();
    }

    private static long[] extents(CellBox box, int rank) {
        return IntStream.range(0, rank).mapToLong(box.size()::get).toArray();
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
