package org.anabranch.k2h.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A line chart with error bars, as SVG text, and the same numbers as a Markdown table. Not
 * thread-safe.
 */
public final class Chart {
    private static final int HEIGHT = 400;
    private static final int LEFT = 60;
    private static final int RIGHT = 150;
    private static final int TOP = 40;
    private static final int BOTTOM = 50;
    private static final int LABELS = 130;
    private static final List<String> COLOURS =
            List.of(
                    "#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#d68910", "#566573", "#16a085",
                    "#7b241c");

    /**
     * The number of labels from which they are written vertically, and the chart grows with their
     * number.
     */
    private static final int MANY = 15;

    private final int width;
    private final String title;
    private final String xTitle;
    private final String yTitle;
    private final List<String> xs;
    private final List<String> names = new ArrayList<>();
    private final List<List<Measurement>> series = new ArrayList<>();

    /**
     * Creates an empty chart.
     *
     * @param xTitle of the horizontal axis
     * @param yTitle of the vertical axis, which starts at 0
     * @param xs labels along the horizontal axis
     */
    public Chart(String title, String xTitle, String yTitle, List<String> xs) {
        this.title = title;
        this.xTitle = xTitle;
        this.yTitle = yTitle;
        this.xs = List.copyOf(xs);
        this.width = xs.size() < MANY ? 640 : LEFT + RIGHT + 22 * xs.size();
    }

    /**
     * Adds a line.
     *
     * @param points one per label; may be fewer
     */
    public void add(String name, List<Measurement> points) {
        names.add(name);
        series.add(List.copyOf(points));
    }

    /** {@return the numbers as plain data: for each line its means, and half of their intervals} */
    public Map<String, Object> data() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("title", title);
        data.put(xTitle, xs);
        for (int line = 0; line < names.size(); line++) {
            Map<String, Object> points = new LinkedHashMap<>();
            points.put("mean", series.get(line).stream().map(Measurement::mean).toList());
            points.put("half", series.get(line).stream().map(Measurement::half).toList());
            data.put(names.get(line), points);
        }
        return data;
    }

    /** {@return the numbers as a Markdown table} */
    public String table() {
        StringBuilder text =
                new StringBuilder("| " + xTitle + " | " + String.join(" | ", names) + " |\n|---|");
        text.append("---|".repeat(names.size())).append('\n');
        for (int i = 0; i < xs.size(); i++) {
            text.append("| ").append(xs.get(i));
            for (List<Measurement> line : series) {
                text.append(" | ").append(i < line.size() ? line.get(i) : "");
            }
            text.append(" |\n");
        }
        return text.toString();
    }

    /** {@return the chart as SVG} */
    public String svg() {
        double top =
                series.stream()
                        .flatMap(List::stream)
                        .mapToDouble(m -> m.mean() + m.half())
                        .max()
                        .orElse(1);
        double step = step(top);
        StringBuilder svg = new StringBuilder();
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                            + " font-family=\"sans-serif\" font-size=\"12\">%n<rect width=\"100%%\""
                            + " height=\"100%%\" fill=\"white\"/>%n<text x=\"%d\" y=\"20\""
                            + " font-size=\"14\">%s</text>%n",
                        width,
                        height(),
                        LEFT,
                        escaped(title)));
        axes(svg, top, step);
        for (int s = 0; s < series.size(); s++) {
            line(svg, s, top);
        }
        return svg.append("</svg>\n").toString();
    }

    private int height() {
        return xs.size() < MANY ? HEIGHT : HEIGHT + LABELS;
    }

    private static double step(double top) {
        double rough = Math.max(top, 1e-9) / 6;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digit = rough / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }

    private void axes(StringBuilder svg, double top, double step) {
        for (double y = 0; y <= top; y += step) {
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\""
                                    + " stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\""
                                    + " text-anchor=\"end\">%s</text>%n",
                            LEFT,
                            width - RIGHT,
                            y(y, top),
                            y(y, top),
                            LEFT - 6,
                            y(y, top) + 4,
                            number(y)));
        }
        labels(svg);
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>%n<text"
                                + " transform=\"translate(16,%d) rotate(-90)\""
                                + " text-anchor=\"middle\">%s</text>%n",
                        (LEFT + width - RIGHT) / 2,
                        height() - 12,
                        escaped(xTitle),
                        (TOP + HEIGHT - BOTTOM) / 2,
                        escaped(yTitle)));
    }

    private void labels(StringBuilder svg) {
        for (int i = 0; i < xs.size(); i++) {
            String place = "x=\"%1$.1f\" y=\"%2$d\" text-anchor=\"middle\"";
            String upwards =
                    "transform=\"translate(%1$.1f,%2$d) rotate(-60)\" text-anchor=\"end\""
                            + " font-size=\"9\"";
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<text " + (xs.size() < MANY ? place : upwards) + ">%3$s</text>%n",
                            x(i),
                            HEIGHT - BOTTOM + (xs.size() < MANY ? 18 : 10),
                            escaped(xs.get(i))));
        }
    }

    private void line(StringBuilder svg, int s, double top) {
        String colour = COLOURS.get(s % COLOURS.size());
        StringBuilder points = new StringBuilder();
        List<Measurement> line = series.get(s);
        for (int i = 0; i < line.size(); i++) {
            Measurement m = line.get(i);
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(i), y(m.mean(), top)));
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\""
                                    + " stroke=\"%s\"/><circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\""
                                    + " fill=\"%s\"/>%n",
                            x(i),
                            x(i),
                            y(m.mean() - m.half(), top),
                            y(m.mean() + m.half(), top),
                            colour,
                            x(i),
                            y(m.mean(), top),
                            colour));
        }
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\"/>%n",
                        points.toString().strip(),
                        colour));
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>%n",
                        width - RIGHT + 10,
                        TOP + 16 * s + 10,
                        colour,
                        escaped(names.get(s))));
    }

    private double x(int i) {
        return LEFT + (i + 0.5) * (width - LEFT - RIGHT) / xs.size();
    }

    private static double y(double value, double top) {
        return HEIGHT - BOTTOM - Math.max(0, value) / top * (HEIGHT - TOP - BOTTOM);
    }

    private static String number(double y) {
        return y == Math.rint(y) ? String.valueOf((long) y) : String.format(Locale.ROOT, "%.2f", y);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
