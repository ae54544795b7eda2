package org.anabranch.examples.halo;

import static org.anabranch.examples.halo.WaveKernel.RADIUS;

import org.anabranch.api.Domain;
import org.anabranch.api.Job;
import org.anabranch.api.Platform;
import org.anabranch.examples.halo.Propagation.Scheme;
import org.anabranch.examples.job.PlainMain;
import org.anabranch.examples.job.Stopwatch;
import org.anabranch.spi.support.Arguments;
import org.osgi.service.component.annotations.Component;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The job that sends a wave through a grid divided among ranks, with two streams per rank and with
 * one that runs out of order, draws a timeline of the actions, and compares every bit with the
 * undivided grid on the host.
 */
@Component
public final class HaloStencil implements Job {
    private static final int MOST = 1 << 12;
    private static final int WIDTH = 96;
    private static final int STEPS_DRAWN = 3;

    /**
     * The user's parameters.
     *
     * @param lower planes of the slab next to the previous rank
     * @param upper planes of the slab next to the following rank
     */
    private record Plan(Grid grid, int steps, int ranks, int lower, int upper, int rounds) {}

    @Override
    public String name() {
        return "halo";
    }

    @Override
    public String usage() {
        return "halo [PLANES ROWS COLUMNS] [--steps S] [--ranks R] [--lower P] [--upper P]"
                + " [--rounds N]: a wave in a grid (default 96 64 64) for S steps (default 8),"
                + " by R ranks (default 4) that go round the domains; slabs of P planes (default"
                + " 4 and 8) are computed and exchanged first; the best of N rounds (default 3)"
                + " of each scheme counts";
    }

    @Override
    public Report run(
            Platform platform, List<Domain> domains, List<String> arguments, PrintWriter progress) {
        Plan plan = plan(arguments);
        float[] expected = undivided(platform, plan);
        Map<Scheme, Long> best = new EnumMap<>(Scheme.class);
        int wrong = 0;
        Stopwatch watch = new Stopwatch(progress);
        for (int round = 0; round < plan.rounds(); round++) {
            watch.step("rounds", round, plan.rounds());
            for (Scheme scheme : Scheme.values()) {
                boolean last = round == plan.rounds() - 1;
                float[] found = new float[plan.grid().elements()];
                long nanos =
                        propagate(platform, domains, plan, scheme, found, last ? progress : null);
                best.merge(scheme, nanos, Math::min);
                wrong += Arrays.equals(expected, found) ? 0 : 1;
            }
        }
        return report(plan, best, wrong);
    }

    private static Report report(Plan plan, Map<Scheme, Long> best, int wrong) {
        double two = best.get(Scheme.TWO_STREAMS) / 1e9;
        double one = best.get(Scheme.ONE_STREAM) / 1e9;
        Map<String, Object> figures = new TreeMap<>();
        figures.put("ranks", plan.ranks());
        figures.put("steps", plan.steps());
        figures.put("makespanTwoStreams", two);
        figures.put("makespanOneStream", one);
        figures.put("gainPercent", Math.round((two / one - 1) * 1000) / 10.0);
        figures.put("wrongRuns", wrong);
        long points = (long) plan.grid().elements() * plan.steps();
        String words =
                wrong == 0
                        ? "every bit is that of the undivided grid, in both schemes"
                        : "%s of %s runs differ from the undivided grid"
                                .formatted(wrong, 2 * plan.rounds());
        return new Report(wrong == 0, words, one, 35.0 * points, figures);
    }

    private Plan plan(List<String> arguments) {
        Arguments given =
                Arguments.of(this, arguments, 3, "steps", "ranks", "lower", "upper", "rounds");
        if (given.words() != 0 && given.words() != 3) {
            throw given.complaint("give three extents or none");
        }
        int planes = (int) given.number(0, "PLANES", 96, 1, MOST);
        int rows = (int) given.number(1, "ROWS", 64, 2 * RADIUS + 1, MOST);
        int columns = (int) given.number(2, "COLUMNS", 64, 2 * RADIUS + 1, MOST);
        if ((long) planes * rows * columns > 1 << 28) {
            throw given.complaint("a grid of more than 2^28 points is too large");
        }
        int ranks = (int) given.number("ranks", 4, 1, 64);
        int lower = (int) given.number("lower", RADIUS, RADIUS, MOST);
        int upper = (int) given.number("upper", 2 * RADIUS, RADIUS, MOST);
        if (planes / ranks <= lower + upper) {
            throw given.complaint(
                    ("each of %s ranks has %s planes, which must be more than --lower and --upper"
                                    + " together")
                            .formatted(ranks, planes / ranks));
        }
        return new Plan(
                new Grid(planes, rows, columns),
                (int) given.number("steps", 8, 1, MOST),
                ranks,
                lower,
                upper,
                (int) given.number("rounds", 3, 1, 1000));
    }

    private static float[] undivided(Platform platform, Plan plan) {
        float[] whole = new float[plan.grid().elements()];
        Plan alone = new Plan(plan.grid(), plan.steps(), 1, RADIUS, RADIUS, 1);
        List<Domain> host = List.of(platform.host());
        propagate(platform, host, alone, Scheme.ONE_STREAM, whole, null);
        return whole;
    }

    /** Runs all steps; returns nanoseconds from the first enqueue to the last end. */
    private static long propagate(
            Platform platform,
            List<Domain> domains,
            Plan plan,
            Scheme scheme,
            float[] whole,
            PrintWriter drawing) {
        List<Rank> ranks = new ArrayList<>();
        try {
            for (int i = 0; i < plan.ranks(); i++) {
                Domain domain = domains.get(i % domains.size());
                ranks.add(new Rank(platform, plan.grid(), i, plan.ranks(), domain));
            }
            ActionTimeline timeline = new ActionTimeline();
            long nanos;
            try (Propagation propagation =
                    new Propagation(
                            scheme, plan.grid(), ranks, plan.lower(), plan.upper(), timeline)) {
                for (int step = 0; step < plan.steps(); step++) {
                    propagation.step(step);
                }
                nanos = timeline.watch();
                propagation.await();
            }
            ranks.forEach(rank -> rank.gather(plan.steps(), whole));
            if (drawing != null) {
                draw(plan, scheme, timeline, nanos, drawing);
            }
            return nanos;
        } finally {
            ranks.forEach(Rank::close);
        }
    }

    private static void draw(
            Plan plan, Scheme scheme, ActionTimeline timeline, long nanos, PrintWriter drawing) {
        long from = nanos - nanos / plan.steps() * Math.min(STEPS_DRAWN, plan.steps());
        drawing.println(
                String.format(
                        Locale.ROOT,
                        "%s: %.3f ms; the last %d steps (# slab, - exchange, = interior)",
                        scheme,
                        nanos / 1e6,
                        Math.min(STEPS_DRAWN, plan.steps())));
        timeline.draw(from, nanos, WIDTH).forEach(drawing::println);
    }

    /**
     * Runs outside OSGi.
     *
     * @param arguments as for {@link #usage}, and {@code --domains} with a list of domains
     */
    public static void main(String... arguments) {
        PlainMain.run(new HaloStencil(), arguments);
    }
}
