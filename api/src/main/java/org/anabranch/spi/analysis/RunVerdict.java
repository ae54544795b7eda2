package org.anabranch.spi.analysis;

import org.anabranch.events.DomainTime;
import org.anabranch.events.TimePart;
import org.anabranch.spi.support.Quantity;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The verdict on a run: where its time went, in words. */
public final class RunVerdict {
    private static final int MOST_DOMAINS = 4;

    private final TimeUse use;
    private final RunTotals totals;
    private final long wall;

    /**
     * Judges a run.
     *
     * @param use the use of time, of the run or of its recent part
     * @param totals of the run
     * @param wall the duration of the run in nanoseconds
     */
    public RunVerdict(TimeUse use, RunTotals totals, long wall) {
        this.use = use;
        this.totals = totals;
        this.wall = wall;
    }

    /** Returns a time as a fraction of the run. */
    double ofWall(long nanos) {
        return wall == 0 ? 0 : (double) nanos / wall;
    }

    /** {@return the fraction of the run that the critical path takes} */
    public double pathShare() {
        return ofWall(totals.longest().length());
    }

    /** {@return the greatest possible speed-up, with any number of lanes} */
    public double bound() {
        long time = Math.max(wall, use.span()); // the interval may go on after the last event
        return (double) time / Math.max(1, totals.longest().length() + use.gaps());
    }

    /** {@return the causes, at most ten, the largest first} */
    public List<Cause> causes() {
        return new CauseSearch(this, use, totals).find();
    }

    /**
     * {@return the verdict: how busy the domains were, where most time was lost, failures and lost
     * events; clauses without a full stop}
     */
    public String words() {
        List<String> parts = new ArrayList<>();
        if (use.domains().isEmpty()) {
            parts.add("no action ran");
        } else {
            parts.add(busy());
            parts.add(mostly());
            parts.add(failures());
        }
        parts.add(
                totals.lost() == 0
                        ? "no events lost"
                        : Quantity.count(totals.lost()) + " events lost");
        return String.join("; ", parts);
    }

    private String busy() {
        String shown =
                use.domains().stream()
                        .limit(MOST_DOMAINS)
                        .map(one -> use.name(one) + " " + percent(one))
                        .collect(Collectors.joining(", "));
        int more = use.domains().size() - MOST_DOMAINS;
        return "busy: " + shown + (more > 0 ? " and " + more + " more" : "");
    }

    private static String percent(DomainTime time) {
        return Quantity.percent(time.share(TimePart.BUSY));
    }

    /** Returns the largest part of any domain's time that is not work. */
    private String mostly() {
        double most = use.gapShare();
        String name = "the program enqueued nothing";
        for (DomainTime one : use.domains()) {
            for (TimePart part : TimePart.values()) {
                double share = use.share(one, part);
                if (part != TimePart.BUSY && share > most) {
                    most = share;
                    name = use.name(one) + " " + part.words();
                }
            }
        }
        return most < CauseSearch.SOME
                ? "nothing was waited for much"
                : "most was lost while " + name + ", " + Quantity.percent(most);
    }

    private String failures() {
        if (totals.failed() + totals.cancelled() == 0) {
            return "nothing failed";
        }
        String rest =
                totals.cancelled() == 0
                        ? ""
                        : ", "
                                + Quantity.count(totals.cancelled())
                                + (totals.cancelled() == 1 ? " was cancelled" : " were cancelled");
        return Quantity.count(totals.failed())
                + (totals.failed() == 1 ? " action failed" : " actions failed")
                + rest;
    }
}
