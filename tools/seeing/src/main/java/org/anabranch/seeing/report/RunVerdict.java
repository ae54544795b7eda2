package org.anabranch.seeing.report;

import org.anabranch.events.DomainTime;
import org.anabranch.events.Outcome;
import org.anabranch.events.TimePart;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The verdict on a run's figures, in one sentence. */
final class RunVerdict {
    private static final int MOST_DOMAINS = 4;
    private static final double SOME = 0.05;

    private RunVerdict() {}

    static String of(Figures figures) {
        List<String> parts = new ArrayList<>();
        String span = "Ran " + Quantity.time(figures.run().wall());
        if (figures.times().isEmpty()) {
            return span + "; no action ran; " + losses(figures) + ".";
        }
        parts.add(span);
        parts.add(busy(figures));
        parts.add(mostly(figures));
        parts.add(failures(figures));
        if (figures.unfinished() > 0) {
            parts.add(Quantity.count(figures.unfinished()) + " actions had not ended");
        }
        parts.add(losses(figures));
        return String.join("; ", parts) + ".";
    }

    private static String busy(Figures figures) {
        String shown =
                figures.times().stream()
                        .limit(MOST_DOMAINS)
                        .map(one -> figures.name(one) + " " + percent(one))
                        .collect(Collectors.joining(", "));
        int more = figures.times().size() - MOST_DOMAINS;
        return "busy: " + shown + (more > 0 ? " and " + more + " more" : "");
    }

    private static String percent(DomainTime one) {
        return Quantity.percent(one.share(TimePart.BUSY));
    }

    /** Returns the largest part of any domain's time that is not work. */
    private static String mostly(Figures figures) {
        double most = figures.gapShare();
        String name = "the program enqueued nothing";
        for (DomainTime one : figures.times()) {
            for (TimePart part : TimePart.values()) {
                double share = part == TimePart.NONE ? figures.idleShare(one) : one.share(part);
                if (part != TimePart.BUSY && share > most) {
                    most = share;
                    name = figures.name(one) + " " + part.words();
                }
            }
        }
        return most < SOME
                ? "nothing was waited for much"
                : "most was lost while " + name + ", " + Quantity.percent(most);
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
