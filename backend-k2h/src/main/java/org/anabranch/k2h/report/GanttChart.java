package org.anabranch.k2h.report;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.run.CoreState;
import org.anabranch.k2h.run.Span;
import org.anabranch.k2h.run.Timeline;
import org.anabranch.spi.support.Svg;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A timeline as SVG: a row per core, time to the right. A column of one pixel has the colour of the
 * state that took most of it, so a run of a million tasks is no larger than one of ten.
 */
public final class GanttChart {
    private static final int WIDTH = 1200;
    private static final int ROW = 20;
    private static final int BAR = 16;
    private static final int LEFT = 70;
    private static final int TOP = 34;
    private static final int TICKS = 10;
    private static final String SEARCH = "search";
    private static final String FLUSH = "flush";
    private static final List<String> TASKS =
            List.of("#1b6ca8", "#2e8b57", "#8e44ad", "#16a085", "#566573", "#7b241c");

    private final String title;
    private final Timeline timeline;
    private final Map<String, String> colours = new LinkedHashMap<>();

    /**
     * Creates a chart.
     *
     * @param title above it
     * @param timeline the timeline to draw
     */
    public GanttChart(String title, Timeline timeline) {
        this.title = title;
        this.timeline = timeline;
        for (Span span : timeline.spans()) {
            if (span.state() == CoreState.TASK && !colours.containsKey(span.task())) {
                colours.put(span.task(), TASKS.get(colours.size() % TASKS.size()));
            }
        }
        colours.put(FLUSH, "#c0392b");
        colours.put(SEARCH, "#f0b27a");
    }

    /** {@return the chart as SVG} */
    public String svg() {
        int rows = timeline.cores().size();
        int height = TOP + ROW * rows + 70;
        Svg svg = new Svg(LEFT + WIDTH + 20, height);
        svg.text(LEFT, 20, "", title);
        for (int row = 0; row < rows; row++) {
            row(svg, timeline.cores().get(row), TOP + ROW * row);
        }
        axis(svg, TOP + ROW * rows);
        legend(svg, TOP + ROW * rows + 50);
        return svg.toString();
    }

    private void row(Svg svg, Core core, int y) {
        svg.text(8, y + 13, "", core.toString());
        List<String> columns = columns(core);
        for (int from = 0; from < WIDTH; ) {
            int to = from + 1;
            while (to < WIDTH && columns.get(to).equals(columns.get(from))) {
                to++;
            }
            String what = columns.get(from);
            if (!what.isEmpty()) {
                svg.add(
                        "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\">"
                                + "<title>%s</title></rect>",
                        LEFT + from,
                        y,
                        to - from,
                        BAR,
                        colours.get(what),
                        Svg.escaped(core + ": " + what));
            }
            from = to;
        }
    }

    /** Returns the main state of a core in each pixel; empty if it was idle. */
    private List<String> columns(Core core) {
        List<Map<String, Double>> shares = new ArrayList<>();
        for (int i = 0; i < WIDTH; i++) {
            shares.add(new LinkedHashMap<>());
        }
        double pixel = Math.max(1e-9, (timeline.to() - timeline.from()) / WIDTH);
        for (Span span : timeline.spans()) {
            if (span.core().equals(core)) {
                double from = (span.from() - timeline.from()) / pixel;
                double to = (span.to() - timeline.from()) / pixel;
                for (int x = (int) from; x < WIDTH && x < to; x++) {
                    double part = Math.min(to, x + 1) - Math.max(from, x);
                    shares.get(x).merge(what(span), part, Double::sum);
                }
            }
        }
        return shares.stream().map(GanttChart::most).toList();
    }

    private static String what(Span span) {
        return switch (span.state()) {
            case TASK -> span.task();
            case SEARCH -> SEARCH;
            case FLUSH -> FLUSH;
            case IDLE -> "";
        };
    }

    private static String most(Map<String, Double> shares) {
        return shares.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("");
    }

    private void axis(Svg svg, int y) {
        double span = timeline.to() - timeline.from();
        double scale = span < 1e6 ? 1e3 : 1e6;
        for (int tick = 0; tick <= TICKS; tick++) {
            int x = LEFT + WIDTH * tick / TICKS;
            svg.line(x, TOP, x, y + 4, "stroke=\"#bbbbbb\"");
            String number = String.format(Locale.ROOT, "%.3g", span * tick / TICKS / scale);
            svg.text(x - 12, y + 18, "", number);
        }
        svg.text(LEFT + WIDTH / 2.0, y + 34, "", scale == 1e3 ? "microseconds" : "milliseconds");
    }

    private void legend(Svg svg, int y) {
        int x = LEFT;
        for (Map.Entry<String, String> entry : colours.entrySet()) {
            svg.rectangle(x, y, 12, 12, "fill=\"" + entry.getValue() + '"');
            svg.text(x + 16, y + 11, "", entry.getKey());
            x += 40 + 8 * entry.getKey().length();
        }
        svg.text(x, y + 11, "", "white: idle");
    }
}
