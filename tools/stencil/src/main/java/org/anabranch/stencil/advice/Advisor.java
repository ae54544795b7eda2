package org.anabranch.stencil.advice;

import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Platform;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.plan.CutAgain;
import org.anabranch.stencil.plan.PlanOptions;
import org.anabranch.stencil.plan.Planner;
import org.anabranch.stencil.plan.StencilPlan;
import org.anabranch.stencil.plan.Transfer;
import org.anabranch.stencil.plan.Zone;
import org.anabranch.stencil.run.RunFigures;
import org.anabranch.stencil.run.RunOptions;
import org.anabranch.stencil.run.StencilRun;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The advisor on how many domains a stencil should use, and which (ST-33). It predicts the time for
 * the fastest domain, the fastest two and so on from measured speeds. Then it compares the best
 * choice of several in short trials with the fastest domain alone, since domains may share
 * resources. The zones of each trial follow the speeds measured in the previous one.
 *
 * <p>The prediction for a plan is: the slowest upload, then for each iteration the longest of all
 * computations and all exchanges, which overlap, then the slowest gathering.
 */
public final class Advisor {
    private static final int TRIAL_ITERATIONS = 12;
    private static final int TRIALS = 3;

    /** The factor below which several domains are worth it. */
    private static final double CLEARLY = 0.95;

    private Advisor() {}

    /**
     * A choice of domains.
     *
     * @param plan the plan, with the measured speeds as weights
     * @param domains its devices
     * @param predicted seconds, from measured speeds
     */
    public record Choice(StencilPlan plan, List<Domain> domains, double predicted) {

        /** Copies the list. */
        public Choice {
            domains = List.copyOf(domains);
        }

        /** Returns the same domains with zones for the speeds that they had together. */
        Choice weighed(List<Double> speeds) {
            if (speeds.isEmpty() || speeds.stream().anyMatch(speed -> speed <= 0)) {
                return this;
            }
            PlanOptions options = plan.options().with(CutAgain.weights(plan, speeds));
            return new Choice(Planner.plan(plan.stencil(), options), domains, predicted);
        }
    }

    /**
     * The advice.
     *
     * @param best the recommended choice
     * @param considered all choices, the fewest domains first
     * @param reason in words
     */
    public record Advice(Choice best, List<Choice> considered, String reason) {

        /** Copies the list. */
        public Advice {
            considered = List.copyOf(considered);
        }
    }

    /**
     * Measures, predicts and tries.
     *
     * @param platform the platform
     * @param stencil the stencil
     * @param kernel with a format for each domain
     * @param domains the available domains, at least one
     * @param options policy, cut and depth; weights are replaced
     * @return the advice
     */
    public static Advice advise(
            Platform platform,
            Stencil stencil,
            Kernel kernel,
            List<Domain> domains,
            PlanOptions options) {
        List<DomainSpeed> speeds = new ArrayList<>();
        for (Domain domain : domains) {
            speeds.add(DomainSpeed.measure(platform, stencil, kernel, domain));
        }
        List<Choice> considered = predict(stencil, speeds, options);
        Choice alone = considered.getFirst();
        Choice best =
                considered.stream()
                        .min(Comparator.comparingDouble(Choice::predicted))
                        .orElseThrow();
        if (best.domains().size() == 1) {
            return new Advice(alone, considered, "more domains would not pay by the prediction");
        }
        return tried(platform, kernel, best, considered);
    }

    /** Compares several domains with one, alternately, since the machine may have other work. */
    private static Advice tried(
            Platform platform, Kernel kernel, Choice several, List<Choice> considered) {
        Choice alone = considered.getFirst();
        Choice best = several;
        Choice next = several;
        double together = Double.MAX_VALUE;
        double single = Double.MAX_VALUE;
        for (int i = 0; i < TRIALS; i++) {
            RunFigures run = trial(platform, kernel, next);
            if (run.secondsPerIteration() < together) {
                together = run.secondsPerIteration();
                best = next;
            }
            next = next.weighed(run.speeds());
            single = Math.min(single, trial(platform, kernel, alone).secondsPerIteration());
        }
        String times =
                String.format(
                        Locale.ROOT,
                        "in a trial an iteration took %.3g s on %d domains, %.3g s on %s alone",
                        together,
                        best.domains().size(),
                        single,
                        alone.domains().getFirst().id());
        return new Advice(together < CLEARLY * single ? best : alone, considered, times);
    }

    /**
     * Predicts without trials.
     *
     * @param stencil the stencil
     * @param speeds of all domains
     * @param options policy, cut and depth; weights are replaced
     * @return predictions for one domain, two and so on, in the order of their speeds
     */
    public static List<Choice> predict(
            Stencil stencil, List<DomainSpeed> speeds, PlanOptions options) {
        List<DomainSpeed> fastest = new ArrayList<>(speeds);
        fastest.sort(
                Comparator.comparingDouble(
                        speed -> choice(stencil, List.of(speed), options).predicted()));
        List<Choice> choices = new ArrayList<>();
        for (int count = 1; count <= fastest.size(); count++) {
            choices.add(choice(stencil, fastest.subList(0, count), options));
        }
        return choices;
    }

    private static Choice choice(Stencil stencil, List<DomainSpeed> used, PlanOptions options) {
        List<Double> weights = used.stream().map(DomainSpeed::cellsPerSecond).toList();
        StencilPlan plan = Planner.plan(stencil, options.with(weights));
        List<Domain> domains = used.stream().map(DomainSpeed::domain).toList();
        return new Choice(plan, domains, seconds(plan, used));
    }

    private static double seconds(StencilPlan plan, List<DomainSpeed> speeds) {
        double[] exchange = new double[plan.zones().size()];
        int bytes = plan.stencil().grid().type().bytes();
        for (Transfer transfer : plan.transfers()) {
            for (int zone : new int[] {transfer.from(), transfer.to()}) {
                DomainSpeed speed = speeds.get(plan.zones().get(zone).device());
                exchange[zone] += speed.perTransfer() + transfer.cells() * bytes * speed.perByte();
            }
        }
        double upload = 0;
        double iteration = 0;
        double gather = 0;
        for (Zone zone : plan.zones()) {
            DomainSpeed speed = speeds.get(zone.device());
            int launches = zone.steps().getFirst().size();
            double compute = launches * speed.perLaunch() + zone.write().cells() * speed.perCell();
            double exchanged = exchange[zone.id()] / plan.options().depth();
            iteration = Math.max(iteration, Math.max(compute, exchanged));
            double fixed = speed.perTransfer();
            upload = Math.max(upload, 2 * fixed + plan.bytesOf(zone.id()) * speed.perByte());
            gather = Math.max(gather, fixed + zone.write().cells() * bytes * speed.perByte());
        }
        return upload + plan.stencil().iterations() * iteration + gather;
    }

    /** Runs some iterations over the real extents, on zeros. */
    private static RunFigures trial(Platform platform, Kernel kernel, Choice choice) {
        Stencil few =
                choice.plan()
                        .stencil()
                        .iterating(
                                Math.min(TRIAL_ITERATIONS, choice.plan().stencil().iterations()));
        StencilPlan plan =
                new StencilPlan(
                        few,
                        choice.plan().options(),
                        choice.plan().parts(),
                        choice.plan().zones(),
                        choice.plan().transfers());
        StencilRun run =
                new StencilRun(platform, plan, choice.domains(), kernel, RunOptions.DEFAULT);
        try (Arena arena = Arena.ofShared()) {
            Map<String, MemorySegment> arrays = few.zeros(arena);
            return run.run(arrays);
        }
    }
}
