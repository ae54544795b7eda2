package org.anabranch.seeing.report;

import org.anabranch.events.Clock;
import org.anabranch.events.DomainTime;
import org.anabranch.events.TimePart;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.spi.analysis.Cause;
import org.anabranch.spi.support.Quantity;
import org.anabranch.spi.support.ResourceText;
import org.anabranch.spi.support.Svg;

import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A self-contained HTML page about a run, without scripts. */
final class HtmlReport {
    private final Figures figures;
    private final RunModel run;
    private final About about;
    private final Optional<Summary> before;
    private final Html page = new Html();

    HtmlReport(Figures figures, About about, Optional<Summary> before) {
        this.figures = figures;
        this.run = figures.run();
        this.about = about;
        this.before = before;
    }

    String text() throws IOException {
        page.raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
        page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        page.raw(
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
                        + " style-src 'unsafe-inline'\">\n");
        page.raw("<title>" + Svg.escaped(about.title()) + "</title>\n<style>\n");
        page.raw(ResourceText.of(HtmlReport.class, "report.css")).raw("</style></head><body>\n");
        page.raw("<h1>" + Svg.escaped(about.title()) + "</h1>\n");
        page.raw("<p class=\"soft\">" + Svg.escaped(when() + "; " + about.outcome()) + "</p>\n");
        boolean bad = !figures.failed().isEmpty() || run.lost() > 0;
        page.raw("<p class=\"verdict" + (bad ? " bad" : "") + "\">");
        page.raw(Svg.escaped(figures.sentence())).raw("</p>\n");
        shares();
        causes();
        stream();
        new ReportTables(figures, before, page).write();
        losses();
        machine();
        page.raw(Summary.of(figures).element());
        return page.raw("</body></html>\n").toString();
    }

    private String when() {
        Clock clock = run.clock();
        return clock.simulated()
                ? "simulated time (" + clock.name() + "): it says nothing of this machine"
                : "began " + clock.timeOfDay(run.start()).truncatedTo(ChronoUnit.MILLIS);
    }

    private void shares() {
        page.section("Where the time of each domain went");
        if (figures.use().domains().isEmpty()) {
            page.paragraph("No action has run while it was recorded.");
            return;
        }
        page.raw("<p class=\"legend\">");
        legend("busy", "busy", "transfer", "transfer", "data", "waiting for data");
        legend("none", "no work", "overhead", "overhead");
        page.raw("</p>\n");
        List<List<String>> rows = new ArrayList<>();
        for (DomainTime one : figures.use().domains()) {
            String name = run.domainName(one.domain());
            page.raw("<div class=\"soft\">" + Svg.escaped(name) + "</div>");
            page.raw("<div class=\"bar\" role=\"img\" aria-label=\"the shares in the table\">");
            for (TimePart part : TimePart.values()) {
                bar(part.name().toLowerCase(Locale.ROOT), one.share(part));
            }
            page.raw("</div>\n");
            rows.add(row(one));
        }
        page.table(
                List.of(
                        "domain",
                        ">lanes",
                        ">busy",
                        ">transfer",
                        ">waiting for data",
                        ">no work",
                        ">overhead",
                        ">actions took"),
                rows);
    }

    private List<String> row(DomainTime one) {
        return List.of(
                run.domainName(one.domain()),
                String.valueOf(one.lanes()),
                Quantity.percent(one.share(TimePart.BUSY)),
                Quantity.percent(one.share(TimePart.TRANSFER)),
                Quantity.percent(one.share(TimePart.DATA)),
                Quantity.percent(one.share(TimePart.NONE)),
                Quantity.percent(one.share(TimePart.OVERHEAD)),
                Quantity.time(one.work()));
    }

    private void legend(String... pairs) {
        for (int i = 0; i < pairs.length; i += 2) {
            page.raw("<span><i class=\"b-" + pairs[i] + "\"></i>" + pairs[i + 1] + "</span>");
        }
    }

    private void bar(String type, double share) {
        page.raw(
                String.format(
                        Locale.ROOT,
                        "<span class=\"b-%s\" style=\"width:%.2f%%\"></span>",
                        type,
                        100 * share));
    }

    private void causes() {
        page.section("Why it took so long");
        List<Cause> causes = figures.verdict().causes();
        if (causes.isEmpty()) {
            page.paragraph("Nothing stands out: the domains were busy.");
            return;
        }
        List<List<String>> rows =
                causes.stream().map(cause -> List.of(cause.what(), cause.advice())).toList();
        page.table(List.of("cause", "what may help"), rows);
    }

    private void stream() {
        page.section("Who ran what, and when");
        page.raw("<p class=\"legend\">");
        legend("busy", "an action", "transfer", "a transfer");
        legend("none", "waiting", "overhead", "a worker, busy otherwise");
        page.raw("</p>\n<div class=\"wide\">").raw(new TimelinePicture(run).svg()).raw("</div>\n");
        page.paragraph(
                "The height of a rectangle is how much of that time the lane was used; its name is"
                        + " what took most of it. Details are in a trace (trace start, or run"
                        + " --trace-to).");
    }

    private void losses() {
        page.section("How it was measured");
        page.paragraph(
                "Events made "
                        + Quantity.count(run.events().made())
                        + ", kept "
                        + Quantity.count(run.events().size())
                        + ", lost "
                        + Quantity.count(run.lost())
                        + (run.lost() > 0 ? " (the oldest ones)." : "."));
        page.paragraph(
                "Clock: "
                        + run.clock().name()
                        + (run.clock().simulated() ? " (simulated)" : "")
                        + (run.clockError() == 0
                                ? "; all times are of this clock."
                                : ". Times of devices are their own where they have some, and may"
                                        + " be wrong by "
                                        + Quantity.time(run.clockError())
                                        + "."));
        page.paragraph(
                "Busy: an action, or a task of a scope, ran in the lane. Transfer: the lane moved"
                        + " data. A free lane counts as overhead while an action that was handed to"
                        + " the domain has not begun, else as waiting for data while an action"
                        + " there waits for a transfer, else as no work.");
    }

    private void machine() {
        page.section("Machine and settings");
        List<List<String>> rows = new ArrayList<>();
        about.machine().forEach((name, value) -> rows.add(List.of(name, value)));
        about.settings().forEach((name, value) -> rows.add(List.of(name, value)));
        page.table(List.of("", ""), rows, rows.size(), "Not known.");
        page.section("Made by");
        page.raw("<p><code>" + Svg.escaped(about.command()) + "</code></p>\n");
        about.files().forEach(file -> page.paragraph("Also written: " + file));
    }
}
