package org.anabranch.shell.jobs;

import org.anabranch.api.Job;
import org.anabranch.api.Monitor.WorkReport;
import org.anabranch.shell.output.Columns;
import org.anabranch.shell.output.Screen;
import org.anabranch.shell.output.Units;
import org.anabranch.shell.output.Wording;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The outcome of a run, for people. */
public final class JobRunText {
    private static final Columns<WorkReport> COLUMNS =
            new Columns<WorkReport>()
                    .add("ran on", one -> one.domain().id())
                    .add(">actions", (one, units) -> units.count(one.actions()))
                    .add(">failed", (one, units) -> units.count(one.failed()))
                    .add(">stolen", (one, units) -> units.count(one.stolenLocally()))
                    .add(">taken", (one, units) -> units.count(one.stolenHere()))
                    .add(">given", (one, units) -> units.count(one.stolenAway()))
                    .add(">in", (one, units) -> units.count(one.transfersIn()))
                    .add(">bytes in", (one, units) -> units.bytes(one.bytesIn()))
                    .add(">out", (one, units) -> units.count(one.transfersOut()))
                    .add(">bytes out", (one, units) -> units.bytes(one.bytesOut()))
                    .add(">busy", (one, units) -> units.seconds(one.busyNanos() / 1e9));

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
        List<WorkReport> shown = shown();
        if (!shown.isEmpty()) {
            text.append('\n').append(COLUMNS.table(shown, units).text(screen.table()));
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

    private List<WorkReport> shown() {
        return run.shares().stream()
                .filter(share -> isAskedFor(share) || !JobRun.isIdle(share))
                .toList();
    }

    private boolean isAskedFor(WorkReport share) {
        return run.report() != null && run.domains().contains(share.domain().id());
    }
}
