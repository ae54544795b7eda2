package org.anabranch.shell;

import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** The outcome of a run, for people. */
final class JobRunText {
    private static final int LABEL = 12;
    private final Units units = new Units(false);
    private final JobRun run;

    JobRunText(JobRun run) {
        this.run = run;
    }

    /** {@return several lines; nothing of a run without a report but where it ran} */
    String text() {
        StringBuilder text = new StringBuilder();
        if (run.report() != null) {
            String verdict = run.report().verified() ? "verified" : "NOT VERIFIED";
            text.append(labelled(verdict, String.valueOf(run.report().verification())));
            String total =
                    run.seconds() > 0 ? " (" + units.seconds(run.seconds()) + " in all)" : "";
            text.append(labelled("time", units.seconds(run.report().seconds()) + total));
            if (Double.isFinite(run.gflops())) {
                text.append(
                        labelled(
                                "speed", String.format(Locale.ROOT, "%.3g GFLOP/s", run.gflops())));
            }
            new TreeMap<>(run.report().figures())
                    .forEach((name, value) -> text.append(labelled(name, String.valueOf(value))));
        }
        run.gone()
                .forEach(
                        id ->
                                text.append(
                                        labelled(
                                                "gone",
                                                id
                                                        + " went away meanwhile; its figures are"
                                                        + " lost")));
        List<DomainShare> busy = shown();
        if (!busy.isEmpty()) {
            text.append('\n').append(table(busy));
        }
        return text.toString();
    }

    private List<DomainShare> shown() {
        return run.shares().stream()
                .filter(share -> run.domains().contains(share.domain()) || !share.isIdle())
                .toList();
    }

    private String table(List<DomainShare> shares) {
        Table table =
                new Table(
                        "ran on",
                        ">actions",
                        ">failed",
                        ">stolen inside",
                        ">taken",
                        ">given",
                        ">transfers in",
                        ">out",
                        ">bytes in",
                        ">out",
                        ">busy");
        for (DomainShare share : shares) {
            table.row(
                    share.domain(),
                    units.count(share.actions()),
                    units.count(share.failed()),
                    units.count(share.stolenLocally()),
                    units.count(share.stolenHere()),
                    units.count(share.stolenAway()),
                    units.count(share.transfersIn()),
                    units.count(share.transfersOut()),
                    units.bytes(share.bytesIn()),
                    units.bytes(share.bytesOut()),
                    units.seconds(share.busyNanos() / 1e9));
        }
        return table.text();
    }

    private static String labelled(String label, String value) {
        String padded = label + " ".repeat(Math.max(1, LABEL - label.length()) + 1);
        return Wording.wrapped(padded, LABEL + 1, value);
    }
}
