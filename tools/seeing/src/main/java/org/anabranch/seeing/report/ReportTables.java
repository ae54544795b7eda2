package org.anabranch.seeing.report;

import org.anabranch.events.ActionRow;
import org.anabranch.events.PathStep;
import org.anabranch.seeing.model.Notice;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.spi.analysis.KernelTimes;
import org.anabranch.spi.analysis.LinkTimes;
import org.anabranch.spi.support.Quantity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The tables of a report: kernels, transfers, the critical path, failures, and the previous run.
 */
final class ReportTables {
    private static final int MOST = 50;
    private static final double NOISE = 0.03;

    private final Figures figures;
    private final RunModel run;
    private final Optional<Summary> before;
    private final Html page;

    ReportTables(Figures figures, Optional<Summary> before, Html page) {
        this.figures = figures;
        this.run = figures.run();
        this.before = before;
        this.page = page;
    }

    void write() {
        kernels();
        transfers();
        path();
        failures();
        comparison();
    }

    private void kernels() {
        page.section("Kernels");
        List<List<String>> rows = new ArrayList<>();
        List<KernelTimes> kernels = figures.totals().kernels();
        long all = kernels.stream().mapToLong(KernelTimes::nanos).sum();
        for (KernelTimes one : kernels.stream().limit(MOST).toList()) {
            rows.add(
                    List.of(
                            one.name(),
                            one.domain(),
                            Quantity.count(one.count()),
                            Quantity.time(one.nanos()),
                            Quantity.percent((double) one.nanos() / Math.max(1, all)),
                            Quantity.time(one.least()),
                            Quantity.time(one.quarter()),
                            Quantity.time(one.median()),
                            Quantity.time(one.threeQuarters()),
                            Quantity.time(one.most())));
        }
        page.table(
                List.of(
                        "kernel", "domain", ">runs", ">total", ">share", ">min", ">25 %", ">median",
                        ">75 %", ">max"),
                rows,
                kernels.size(),
                "No kernel ran.");
    }

    private void transfers() {
        page.section("Transfers");
        List<List<String>> rows = new ArrayList<>();
        List<LinkTimes> links = figures.totals().links();
        for (LinkTimes one : links.stream().limit(MOST).toList()) {
            rows.add(
                    List.of(
                            one.from(),
                            one.to(),
                            Quantity.count(one.count()),
                            Quantity.bytes(one.bytes()),
                            Quantity.bytes((double) one.bytes() / one.count()),
                            Quantity.time(one.nanos()),
                            Quantity.speed(one.speed()),
                            Quantity.bytes(one.back())));
        }
        page.table(
                List.of(
                        "from",
                        "to",
                        ">transfers",
                        ">bytes",
                        ">mean",
                        ">time",
                        ">speed",
                        ">of buffers that also went back"),
                rows,
                links.size(),
                "No data was moved.");
    }

    private void path() {
        page.section("Critical path");
        PathStep longest = figures.totals().longest();
        page.paragraph(
                "The longest way through actions and transfers that wait for each other takes "
                        + Quantity.time(longest.length())
                        + ", "
                        + Quantity.percent(figures.verdict().pathShare())
                        + " of the run. With any number of lanes the run could be at most "
                        + String.format(Locale.ROOT, "%.2f", figures.verdict().bound())
                        + " times as fast without a change of the program or its kernels"
                        + (figures.use().gaps() > 0
                                ? ", which for "
                                        + Quantity.time(figures.use().gaps())
                                        + " had nothing to run."
                                : "."));
        page.paragraph(
                "What had ended before the action that uses it was enqueued is not waited for, and"
                        + " so is not on this way.");
        unknown();
        steps(longest.actions().stream().filter(row -> row.runNanos() > 0).toList());
    }

    private void unknown() {
        long unknown =
                run.waits().stream()
                        .filter(
                                wait ->
                                        run.action(wait.earlier()) == null
                                                || run.action(wait.later()) == null)
                        .count();
        if (unknown > 0) {
            page.paragraph(
                    Quantity.count(unknown)
                            + " waits are left out, since of an end of them nothing is known.");
        }
    }

    private void steps(List<ActionRow> path) {
        List<List<String>> rows = new ArrayList<>();
        long ended = run.start();
        for (ActionRow row : path) {
            if (rows.size() < MOST) {
                rows.add(
                        List.of(
                                String.valueOf(row.action()),
                                row.name(),
                                place(row),
                                Quantity.time(row.started() - run.start()),
                                Quantity.time(row.runNanos()),
                                Quantity.time(Math.max(0, row.started() - ended))));
            }
            ended = row.ended();
        }
        page.table(
                List.of("action", "what", "where", ">began at", ">took", ">after the one before"),
                rows,
                path.size(),
                "Nothing ran.");
    }

    private String place(ActionRow row) {
        return row.reason() == null
                ? run.domainName(row.domain())
                : run.domainName(row.from()) + " to " + run.domainName(row.to());
    }

    private void failures() {
        page.section("Failures and stalls");
        List<Notice> told =
                run.notices().stream()
                        .filter(
                                notice ->
                                        notice.sort() == Notice.Sort.FAILURE
                                                || notice.sort() == Notice.Sort.STALL)
                        .toList();
        List<List<String>> rows =
                told.stream()
                        .limit(MOST)
                        .map(
                                notice ->
                                        List.of(
                                                Quantity.time(notice.time() - run.start()),
                                                run.domainName(notice.domain()),
                                                notice.text()))
                        .toList();
        page.table(List.of(">at", "where", "what"), rows, told.size(), "None was seen.");
        List<ActionRow> failed = figures.failed();
        if (!failed.isEmpty()) {
            String line = failed.getFirst().line();
            page.paragraph(
                    Quantity.count(failed.size())
                            + " actions did not end well, the first one "
                            + failed.getFirst().name()
                            + (line.isEmpty() ? "." : ", enqueued at " + line + "."));
        }
    }

    private void comparison() {
        page.section("Compared with the report that was here before");
        if (before.isEmpty()) {
            page.paragraph(
                    "There was none. Write the next report into the same file, and it is compared"
                            + " with this one.");
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        Map<String, Long> now = Summary.of(figures).numbers();
        now.forEach(
                (name, number) -> {
                    Long then = before.get().numbers().get(name);
                    if (then != null && rows.size() < MOST) {
                        boolean noise = Math.abs(number - then) <= NOISE * Math.max(number, then);
                        rows.add(
                                List.of(
                                        name,
                                        shown(name, then),
                                        shown(name, number),
                                        Quantity.change(then, number),
                                        noise
                                                ? "about the same"
                                                : number < then ? "less" : "more"));
                    }
                });
        page.table(
                List.of("", ">before", ">now", ">change", ""),
                rows,
                rows.size(),
                "The two have nothing in common.");
    }

    private static String shown(String name, long number) {
        if (name.startsWith("bytes ")) {
            return Quantity.bytes(number);
        }
        return name.equals("actions") ? Quantity.count(number) : Quantity.time(number);
    }
}
