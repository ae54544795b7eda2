package org.anabranch.seeing.report;

import org.anabranch.events.Outcome;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** What a run's figures come to, in one sentence. */
final class Verdict {
    private static final int MOST_DOMAINS = 4;
    private static final double SOME = 0.05;

    private Verdict() {}

    static String of(Figures figures) {
        List<String> parts = new ArrayList<>();
        String span = "Ran " + Quantity.time(figures.run().wall());
        if (figures.shares().isEmpty()) {
            return span + "; no action ran; " + losses(figures) + ".";
        }
        parts.add(span + ": " + busy(figures.shares()));
        parts.add(mostly(figures));
        parts.add(failures(figures));
        if (figures.unfinished() > 0) {
            parts.add(Quantity.count(figures.unfinished()) + " actions had not ended");
        }
        parts.add(losses(figures));
        return String.join("; ", parts) + ".";
    }

    private static String busy(List<Shares> all) {
        String shown =
                all.stream()
                        .limit(MOST_DOMAINS)
                        .map(one -> one.name() + " " + Quantity.percent(one.share(one.busy())))
                        .collect(Collectors.joining(", "));
        int more = all.size() - MOST_DOMAINS;
        return "busy were " + shown + (more > 0 ? " and " + more + " more" : "");
    }

    /** The largest part of any domain's time that is not work. */
    private static String mostly(Figures figures) {
        record Part(String name, double share) {}
        List<Part> parts = new ArrayList<>();
        parts.add(new Part("the program enqueued nothing", figures.gapShare()));
        for (Shares one : figures.shares()) {
            long none = Math.max(0, one.none() - figures.gaps() * one.lanes());
            parts.add(new Part(one.name() + " waited for data", one.share(one.data())));
            parts.add(new Part(one.name() + " moved data", one.share(one.transfer())));
            parts.add(new Part(one.name() + " had no work", one.share(none)));
            parts.add(new Part(one.name() + " was between actions", one.share(one.overhead())));
        }
        Part most = parts.stream().max(Comparator.comparingDouble(Part::share)).orElseThrow();
        return most.share() < SOME
                ? "nothing was waited for much"
                : "most was lost while " + most.name() + ", " + Quantity.percent(most.share());
    }

    private static String failures(Figures figures) {
        long bad =
                figures.failed().stream().filter(row -> row.outcome() != Outcome.CANCELLED).count();
        long cancelled = figures.failed().size() - bad;
        if (bad + cancelled == 0) {
            return "nothing failed";
        }
        String rest = cancelled == 0 ? "" : ", " + Quantity.count(cancelled) + " were cancelled";
        return Quantity.count(bad) + (bad == 1 ? " action failed" : " actions failed") + rest;
    }

    private static String losses(Figures figures) {
        long lost = figures.run().lost();
        return lost == 0 ? "no events lost" : Quantity.count(lost) + " events lost";
    }
}
