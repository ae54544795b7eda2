package org.anabranch.seeing.report;

import org.anabranch.seeing.model.Slice;
import org.anabranch.seeing.model.Track;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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

    static List<Cause> of(Figures figures) {
        List<Cause> causes = new ArrayList<>();
        figures.shares().forEach(shares -> ofShares(causes, figures, shares));
        for (LinkFigures link : figures.links()) {
            if (link.back() > link.bytes() * MUCH) {
                causes.add(
                        new Cause(
                                moving(figures, link) / 2,
                                Quantity.bytes(link.back())
                                        + " to "
                                        + link.to()
                                        + " were of buffers of which something had come from"
                                        + " there.",
                                "If it is the same data: let the kernels that share it run in one"
                                        + " domain."));
            }
        }
        tiny(causes, figures);
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

    /** The share of its time that the device at one end of a link moved data. */
    private static double moving(Figures figures, LinkFigures link) {
        return figures.shares().stream()
                .filter(one -> one.name().equals(link.to()) || one.name().equals(link.from()))
                .mapToDouble(one -> one.share(one.transfer()))
                .max()
                .orElse(0);
    }

    private static void ofShares(List<Cause> causes, Figures figures, Shares shares) {
        add(
                causes,
                shares.share(shares.data()),
                shares.name() + " waited for data",
                "Prefetch what comes next, take larger tiles, or let data stay where it is used"
                        + " again.");
        add(
                causes,
                shares.share(shares.transfer()),
                shares.name() + " moved data",
                "More work for each byte: larger tiles, or several kernels on the same data.");
        add(
                causes,
                shares.share(shares.overhead()),
                shares.name() + " was between actions",
                "Fewer and longer actions: each costs the same, however short it is.");
        add(
                causes,
                shares.share(shares.none()),
                shares.name() + " had no work",
                figures.pathShare() > NEARLY_ALL
                        ? "The critical path is "
                                + Quantity.percent(figures.pathShare())
                                + " of the run: only a shorter path helps; its table says which"
                                + " kernels."
                        : "There was not enough to run at the same time, or it was placed"
                                + " elsewhere: smaller pieces, fewer waits of the program, or let"
                                + " the scheduler choose the domain.");
    }

    private static void add(List<Cause> causes, double share, String what, String advice) {
        if (share > SOME) {
            String sentence = what + " " + Quantity.percent(share) + " of its time.";
            causes.add(new Cause(share, sentence, advice));
        }
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
