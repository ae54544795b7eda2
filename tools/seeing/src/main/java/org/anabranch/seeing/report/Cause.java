package org.anabranch.seeing.report;

import org.anabranch.events.DomainTime;
import org.anabranch.events.TimePart;
import org.anabranch.seeing.model.Slice;
import org.anabranch.seeing.model.Track;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * A reason why a run took as long as it did.
 *
 * @param weight the fraction of a domain's time, for sorting
 * @param what the reason, in one sentence
 * @param advice what may help
 */
record Cause(double weight, String what, String advice) {
    private static final int MOST = 10;
    private static final double SOME = 0.05;
    private static final double MUCH = 0.3;
    private static final double NEARLY_ALL = 0.7;
    private static final long TINY = 20_000;
    private static final double UNEVEN = 1.5;
    private static final int FAR = 10;

    static List<Cause> of(Figures figures) {
        List<Cause> causes = new ArrayList<>();
        ofShares(causes, figures);
        gaps(causes, figures);
        backAndForth(causes, figures);
        tiny(causes, figures);
        slowest(causes, figures);
        uneven(causes, figures);
        if (figures.run().lost() > 0) {
            causes.add(
                    new Cause(
                            0,
                            Quantity.count(figures.run().lost())
                                    + " events are missing, so all figures are too small.",
                            "Record a shorter time, or with a larger heap."));
        }
        causes.sort(Comparator.comparingDouble(Cause::weight).reversed());
        return causes.subList(0, Math.min(MOST, causes.size()));
    }

    private static void ofShares(List<Cause> causes, Figures figures) {
        for (TimePart part : List.of(TimePart.DATA, TimePart.TRANSFER, TimePart.OVERHEAD)) {
            add(causes, figures, part.words(), part.advice(), one -> one.share(part));
        }
        boolean longPath = 1 / figures.bound() > NEARLY_ALL;
        add(
                causes,
                figures,
                TimePart.NONE.words() + (figures.gaps() > 0 ? ", though there were actions," : ""),
                longPath
                        ? "The critical path is "
                                + Quantity.percent(figures.pathShare())
                                + " of the run: only a shorter path helps; its table says which"
                                + " kernels."
                        : TimePart.NONE.advice(),
                figures::idleShare);
    }

    /** Adds one cause for all domains, the worst first. */
    private static void add(
            List<Cause> causes,
            Figures figures,
            String what,
            String advice,
            ToDoubleFunction<DomainTime> share) {
        List<DomainTime> much =
                figures.times().stream()
                        .filter(one -> share.applyAsDouble(one) > SOME)
                        .sorted(Comparator.comparingDouble(share).reversed())
                        .limit(MOST)
                        .toList();
        if (!much.isEmpty()) {
            double worst = share.applyAsDouble(much.getFirst());
            String others =
                    much.stream()
                            .skip(1)
                            .map(one -> ", " + figures.name(one) + " " + percent(share, one))
                            .collect(Collectors.joining());
            String first = figures.name(much.getFirst()) + " " + what + " for ";
            String text = first + Quantity.percent(worst) + " of its time" + others + ".";
            causes.add(new Cause(worst, text, advice));
        }
    }

    private static String percent(ToDoubleFunction<DomainTime> share, DomainTime one) {
        return Quantity.percent(share.applyAsDouble(one));
    }

    private static void gaps(List<Cause> causes, Figures figures) {
        if (figures.gapShare() > SOME) {
            causes.add(
                    new Cause(
                            figures.gapShare(),
                            "For "
                                    + Quantity.time(figures.gaps())
                                    + ", "
                                    + Quantity.percent(figures.gapShare())
                                    + " of the run, there was no action and no task: the program"
                                    + " did other work.",
                            "Enqueue earlier, or have tasks do what the program does meanwhile:"
                                    + " read, prepare or check data."));
        }
    }

    private static void backAndForth(List<Cause> causes, Figures figures) {
        List<LinkFigures> back =
                figures.links().stream()
                        .filter(link -> link.back() > link.bytes() * MUCH)
                        .filter(link -> moving(figures, link) > SOME)
                        .toList();
        if (!back.isEmpty()) {
            causes.add(
                    new Cause(
                            back.stream().mapToDouble(link -> moving(figures, link)).max().orElse(0)
                                    / 2,
                            back.stream()
                                            .limit(MOST)
                                            .map(
                                                    link ->
                                                            Quantity.bytes(link.back())
                                                                    + " from "
                                                                    + link.from()
                                                                    + " to "
                                                                    + link.to())
                                            .collect(Collectors.joining(", "))
                                    + " went back to where part of the same buffer had come from.",
                            "If it is the same data: let the kernels that share it run in one"
                                    + " domain."));
        }
    }

    /** Returns the fraction of its time in which the device at one end of a link moved data. */
    private static double moving(Figures figures, LinkFigures link) {
        Set<String> ends = Set.of(link.from(), link.to());
        return figures.times().stream()
                .filter(one -> ends.contains(figures.name(one)))
                .mapToDouble(one -> one.share(TimePart.TRANSFER))
                .max()
                .orElse(0);
    }

    private static void tiny(List<Cause> causes, Figures figures) {
        for (KernelFigures kernel : figures.kernels()) {
            double share = (double) kernel.total() / figures.run().wall();
            if (kernel.median() < TINY && kernel.count() > 100 && share > SOME) {
                causes.add(
                        new Cause(
                                share / 2,
                                "Half of the %s runs of %s on %s took less than %s."
                                        .formatted(
                                                Quantity.count(kernel.count()),
                                                kernel.name(),
                                                kernel.domain(),
                                                Quantity.time(kernel.median())),
                                "Larger tiles: below about 20 µs the cost of an action shows."));
            }
        }
    }

    /** Adds the outlier among the runs: it was disturbed, or the first one. */
    private static void slowest(List<Cause> causes, Figures figures) {
        for (KernelFigures kernel : figures.kernels()) {
            long longest = kernel.quantiles().getLast();
            double share = (double) (longest - kernel.median()) / figures.run().wall();
            if (kernel.count() > 2 && longest > FAR * kernel.median() && share > SOME) {
                causes.add(
                        new Cause(
                                share / 2,
                                "One of the %s runs of %s on %s took %s, half of them less than %s."
                                        .formatted(
                                                Quantity.count(kernel.count()),
                                                kernel.name(),
                                                kernel.domain(),
                                                Quantity.time(longest),
                                                Quantity.time(kernel.median())),
                                "If it was the first one, code was loaded or compiled: run each"
                                        + " kernel once before, on little data. Otherwise"
                                        + " other work disturbed it."));
            }
        }
    }

    private static void uneven(List<Cause> causes, Figures figures) {
        for (DomainTime shares : figures.times()) {
            String name = figures.name(shares);
            List<Track> tracks =
                    figures.run().tracks().stream()
                            .filter(track -> track.process().equals(name))
                            .filter(track -> track.name().matches("(worker|lane) \\d+"))
                            .toList();
            long[] busy = tracks.stream().mapToLong(Cause::busy).toArray();
            long most = java.util.Arrays.stream(busy).max().orElse(0);
            double mean =
                    (double) java.util.Arrays.stream(busy).sum() / Math.max(1, shares.lanes());
            double idle = (most - mean) / figures.run().wall();
            if (mean > 0 && most > UNEVEN * mean && idle > SOME) {
                causes.add(
                        new Cause(
                                idle / 2,
                                "One lane of %s worked %s, all of them %s on average."
                                        .formatted(
                                                name,
                                                Quantity.time(most),
                                                Quantity.time(Math.round(mean))),
                                "Smaller pieces, or streams that are not bound to one lane."));
            }
        }
    }

    private static long busy(Track track) {
        return track.slices().stream()
                .filter(Slice::isWork)
                .mapToLong(slice -> slice.end() - slice.start())
                .sum();
    }
}
