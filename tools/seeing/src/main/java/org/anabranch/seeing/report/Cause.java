package org.anabranch.seeing.report;

import org.anabranch.seeing.model.Slice;
import org.anabranch.seeing.model.Track;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Why a run took as long as it did.
 *
 * @param weight how much of a domain's time it is, for the order
 * @param what in one sentence
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
        add(
                causes,
                figures,
                "waited for data",
                Shares::data,
                "Prefetch what comes next, take larger tiles, or let data stay where it is used"
                        + " again.");
        add(
                causes,
                figures,
                "moved data",
                Shares::transfer,
                "More work for each byte: larger tiles, or several kernels on the same data.");
        add(
                causes,
                figures,
                "was between actions",
                Shares::overhead,
                "Fewer and longer actions: each costs the same, however short it is.");
        long gaps = figures.gaps();
        add(
                causes,
                figures,
                gaps > 0 ? "had no work though there were actions" : "had no work",
                one -> Math.max(0, one.none() - gaps * one.lanes()),
                1 / figures.bound() > NEARLY_ALL
                        ? "The critical path is "
                                + Quantity.percent(figures.pathShare())
                                + " of the run: only a shorter path helps; its table says which"
                                + " kernels."
                        : "There was not enough to run at the same time, or it was placed"
                                + " elsewhere: smaller pieces, fewer waits of the program, or let"
                                + " the scheduler choose the domain.");
    }

    /** One cause for all domains, the worst first. */
    private static void add(
            List<Cause> causes,
            Figures figures,
            String what,
            ToLongFunction<Shares> part,
            String advice) {
        List<Shares> much =
                figures.shares().stream()
                        .filter(one -> one.share(part.applyAsLong(one)) > SOME)
                        .sorted(
                                Comparator.comparingDouble(
                                                (Shares one) -> one.share(part.applyAsLong(one)))
                                        .reversed())
                        .toList();
        if (!much.isEmpty()) {
            Shares worst = much.getFirst();
            String others =
                    much.stream()
                            .skip(1)
                            .limit(MOST)
                            .map(
                                    one ->
                                            one.name()
                                                    + " "
                                                    + Quantity.percent(
                                                            one.share(part.applyAsLong(one))))
                            .collect(Collectors.joining(", "));
            double share = worst.share(part.applyAsLong(worst));
            causes.add(
                    new Cause(
                            share,
                            worst.name()
                                    + " "
                                    + what
                                    + " "
                                    + Quantity.percent(share)
                                    + " of its time"
                                    + (others.isEmpty() ? "." : ", " + others + "."),
                            advice));
        }
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
                                    + " did something else.",
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
                                                                    + " to "
                                                                    + link.to())
                                            .collect(Collectors.joining(", "))
                                    + " were of buffers of which something had come from there.",
                            "If it is the same data: let the kernels that share it run in one"
                                    + " domain."));
        }
    }

    /** The share of its time that the device at one end of a link moved data. */
    private static double moving(Figures figures, LinkFigures link) {
        return figures.shares().stream()
                .filter(one -> one.name().equals(link.to()) || one.name().equals(link.from()))
                .mapToDouble(one -> one.share(one.transfer()))
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
                                "Half of the "
                                        + Quantity.count(kernel.count())
                                        + " runs of "
                                        + kernel.name()
                                        + " on "
                                        + kernel.domain()
                                        + " took less than "
                                        + Quantity.time(kernel.median())
                                        + ".",
                                "Larger tiles: below about 20 µs the cost of an action shows."));
            }
        }
    }

    /** One run that is far from the others: it was disturbed, or the first one. */
    private static void slowest(List<Cause> causes, Figures figures) {
        for (KernelFigures kernel : figures.kernels()) {
            long longest = kernel.quantiles().getLast();
            double share = (double) (longest - kernel.median()) / figures.run().wall();
            if (kernel.count() > 2 && longest > FAR * kernel.median() && share > SOME) {
                causes.add(
                        new Cause(
                                share / 2,
                                "One of the "
                                        + Quantity.count(kernel.count())
                                        + " runs of "
                                        + kernel.name()
                                        + " on "
                                        + kernel.domain()
                                        + " took "
                                        + Quantity.time(longest)
                                        + ", half of them less than "
                                        + Quantity.time(kernel.median())
                                        + ".",
                                "If it was the first one, code was loaded or compiled: run each"
                                        + " kernel once before, on little data. Else something"
                                        + " disturbed it."));
            }
        }
    }

    private static void uneven(List<Cause> causes, Figures figures) {
        for (Shares shares : figures.shares()) {
            List<Track> tracks =
                    figures.run().tracks().stream()
                            .filter(track -> track.process().equals(shares.name()))
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
                                "One lane of "
                                        + shares.name()
                                        + " worked "
                                        + Quantity.time(most)
                                        + ", all of them "
                                        + Quantity.time(Math.round(mean))
                                        + " on average.",
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
