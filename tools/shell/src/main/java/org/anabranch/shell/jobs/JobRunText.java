package org.anabranch.shell.jobs;

import org.anabranch.api.Job;
import org.anabranch.shell.commands.DomainShare;
import org.anabranch.shell.output.Screen;
import org.anabranch.shell.output.Table;
import org.anabranch.shell.output.Units;
import org.anabranch.shell.output.Wording;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The outcome of a run, for people. */
public final class JobRunText {
    private final Units units = new Units(false);
    private final JobRun run;

    public JobRunText(JobRun run) {
        this.run = run;
    }

    /** {@return several lines; nothing of a run that was refused} */
    public String text(Screen screen) {
        Map<String, String> lines = new LinkedHashMap<>();
        if (run.report() != null) {
            addReport(lines);
        }
        run.gone().forEach(id -> lines.put(id, "went away meanwhile; its figures are lost"));
        int indent = lines.keySet().stream().mapToInt(String::length).max().orElse(0) + 2;
        StringBuilder text = new StringBuilder();
        lines.forEach(
                (label, value) -> {
                    String padded = label + " ".repeat(indent - label.length());
                    text.append(Wording.wrapped(padded, indent, value, screen.prose()));
                });
        List<DomainShare> shown = shown();
        if (!shown.isEmpty()) {
            text.append('\n').append(table(shown, screen.table()));
        }
        return text.toString();
    }

    private void addReport(Map<String, String> lines) {
        Job.Report report = run.report();
        lines.put(report.verified() ? "verified" : "NOT VERIFIED", "" + report.verification());
        String total = run.seconds() > 0 ? " (" + units.seconds(run.seconds()) + " in all)" : "";
        lines.put("time", units.seconds(report.seconds()) + total);
        if (Double.isFinite(run.gflops())) {
            lines.put("speed", String.format(Locale.ROOT, "%.3g GFLOP/s", run.gflops()));
        }
        new TreeMap<>(report.figures())
                .forEach((name, value) -> lines.putIfAbsent(name, String.valueOf(value)));
    }

    private List<DomainShare> shown() {
        return run.shares().stream().filter(share -> isAskedFor(share) || !share.isIdle()).toList();
    }

    private boolean isAskedFor(DomainShare share) {
        return run.report() != null && run.domains().contains(share.domain());
    }

    private String table(List<DomainShare> shares, int width) {
        Table table =
                new Table(
                        "ran on",
                        ">actions",
                        ">failed",
                        ">stolen",
                        ">taken",
                        ">given",
                        ">in",
                        ">bytes in",
                        ">out",
                        ">bytes out",
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
                    units.bytes(share.bytesIn()),
                    units.count(share.transfersOut()),
                    units.bytes(share.bytesOut()),
                    units.seconds(share.busyNanos() / 1e9));
        }
        return table.text(width);
    }
}
