package org.anabranch.spi.analysis;

import org.anabranch.events.DomainTime;
import org.anabranch.events.TimePart;
import org.anabranch.spi.support.Quantity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The search for causes: each rule looks at the figures, and adds a cause if it is worth it. */
final class CauseSearch {
    /** The least fraction of time that is worth a cause. */
    static final double SOME = 0.05;

    private static final int MOST = 10;
    private static final double MUCH = 0.3;
    private static final double NEARLY_ALL = 0.7;
    private static final long TINY = 20_000;
    private static final double UNEVEN = 1.5;
    private static final int FAR = 10;

    private final RunVerdict verdict;
    private final TimeUse use;
    private final RunTotals totals;
    private final List<Cause> causes = new ArrayList<>();

    CauseSearch(RunVerdict verdict, TimeUse use, RunTotals totals) {
        this.verdict = verdict;
        this.use = use;
        this.totals = totals;
    }

    /** {@return the causes, the largest first} */
    List<Cause> find() {
        for (TimePart part : List.of(TimePart.DATA, TimePart.TRANSFER, TimePart.OVERHEAD)) {
            part(part, part.words(), part.advice());
        }
        idle();
        gaps();
        backAndForth();
        totals.kernels().forEach(this::tiny);
        totals.kernels().forEach(this::slowest);
        use.domains().forEach(this::uneven);
        if (totals.lost() > 0) {
            add(
                    0,
                    Quantity.count(totals.lost())
                            + " events are missing, so all figures are too small.",
                    "Record a shorter time, or with a larger heap.");
        }
        causes.sort(Comparator.comparingDouble(Cause::weight).reversed());
        return List.copyOf(causes.subList(0, Math.min(MOST, causes.size())));
    }

    private void add(double weight, String what, String advice) {
        causes.add(new Cause(weight, what, advice));
    }

    private void idle() {
        String path =
                "The critical path is "
                        + Quantity.percent(verdict.pathShare())
                        + " of the run: only a shorter path helps; its table says which kernels.";
        part(
                TimePart.NONE,
                TimePart.NONE.words() + (use.gaps() > 0 ? ", though there were actions," : ""),
                1 / verdict.bound() > NEARLY_ALL ? path : TimePart.NONE.advice());
    }

    /** Adds one cause for all domains, the worst first. */
    private void part(TimePart part, String what, String advice) {
        List<DomainTime> much =
                use.domains().stream()
                        .filter(one -> use.share(one, part) > SOME)
                        .sorted(
                                Comparator.comparingDouble(
                                        (DomainTime one) -> -use.share(one, part)))
                        .limit(MOST)
                        .toList();
        if (!much.isEmpty()) {
            double worst = use.share(much.getFirst(), part);
            String others =
                    much.stream()
                            .skip(1)
                            .map(one -> ", " + use.name(one) + " " + percent(one, part))
                            .collect(Collectors.joining());
            String first = use.name(much.getFirst()) + " " + what + " for ";
            add(worst, first + Quantity.percent(worst) + " of its time" + others + ".", advice);
        }
    }

    private String percent(DomainTime time, TimePart part) {
        return Quantity.percent(use.share(time, part));
    }

    private void gaps() {
        if (use.gapShare() > SOME) {
            add(
                    use.gapShare(),
                    "For "
                            + Quantity.time(use.gaps())
                            + ", "
                            + Quantity.percent(use.gapShare())
                            + " of the run, there was no action and no task: the program did other"
                            + " work.",
                    "Enqueue earlier, or have tasks do what the program does meanwhile: read,"
                            + " prepare or check data.");
        }
    }

    private void backAndForth() {
        List<LinkTimes> back =
                totals.links().stream()
                        .filter(link -> link.back() > link.bytes() * MUCH && moving(link) > SOME)
                        .limit(MOST)
                        .toList();
        if (!back.isEmpty()) {
            add(
                    back.stream().mapToDouble(this::moving).max().orElse(0) / 2,
                    back.stream()
                                    .map(
                                            link ->
                                                    Quantity.bytes(link.back())
                                                            + " from "
                                                            + link.from()
                                                            + " to "
                                                            + link.to())
                                    .collect(Collectors.joining(", "))
                            + " went back to where part of the same buffer had come from.",
                    "If it is the same data: let the kernels that share it run in one domain.");
        }
    }

    /** Returns the fraction of its time in which the device at one end of a link moved data. */
    private double moving(LinkTimes link) {
        Set<String> ends = Set.of(link.from(), link.to());
        return use.domains().stream()
                .filter(one -> ends.contains(use.name(one)))
                .mapToDouble(one -> one.share(TimePart.TRANSFER))
                .max()
                .orElse(0);
    }

    private void tiny(KernelTimes kernel) {
        double share = verdict.ofWall(kernel.nanos());
        if (kernel.count() > 100 && share > SOME && kernel.median() < TINY) {
            add(
                    share / 2,
                    "Half of the %s runs of %s on %s took less than %s."
                            .formatted(
                                    Quantity.count(kernel.count()),
                                    kernel.name(),
                                    kernel.domain(),
                                    Quantity.time(kernel.median())),
                    "Larger tiles: below about 20 µs the cost of an action shows.");
        }
    }

    /** Adds the outlier among the runs: it was disturbed, or the first one. */
    private void slowest(KernelTimes kernel) {
        double share = verdict.ofWall(kernel.most() - kernel.median());
        if (kernel.count() > 2 && kernel.most() > FAR * kernel.median() && share > SOME) {
            add(
                    share / 2,
                    "One of the %s runs of %s on %s took %s, half of them less than %s."
                            .formatted(
                                    Quantity.count(kernel.count()),
                                    kernel.name(),
                                    kernel.domain(),
                                    Quantity.time(kernel.most()),
                                    Quantity.time(kernel.median())),
                    "If it was the first one, code was loaded or compiled: run each kernel once"
                            + " before, on little data. Otherwise other work disturbed it.");
        }
    }

    private void uneven(DomainTime time) {
        double mean = (double) time.busy() / Math.max(1, time.lanes());
        double idle = use.span() == 0 ? 0 : (time.busiest() - mean) / use.span();
        if (mean > 0 && time.busiest() > UNEVEN * mean && idle > SOME) {
            add(
                    idle / 2,
                    "One lane of %s worked %s, all of them %s on average."
                            .formatted(
                                    use.name(time),
                                    Quantity.time(time.busiest()),
                                    Quantity.time(mean)),
                    "Smaller pieces, or streams that are not bound to one lane.");
        }
    }
}
