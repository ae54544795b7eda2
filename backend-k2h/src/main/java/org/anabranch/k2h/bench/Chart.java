package org.anabranch.k2h.bench;

import org.anabranch.spi.support.Svg;

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
    private static final String MIDDLE = "text-anchor=\"middle\"";
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
        Svg svg = new Svg(width, height());
        svg.text(LEFT, 20, "font-size=\"14\"", title);
        axes(svg, top, step);
        for (int s = 0; s < series.size(); s++) {
            line(svg, s, top);
        }
        return svg.toString();
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

    private void axes(Svg svg, double top, double step) {
        for (double y = 0; y <= top; y += step) {
            svg.line(LEFT, y(y, top), width - RIGHT, y(y, top), "stroke=\"#ddd\"");
            svg.text(LEFT - 6, y(y, top) + 4, "text-anchor=\"end\"", number(y));
        }
        labels(svg);
        svg.text((LEFT + width - RIGHT) / 2.0, height() - 12, MIDDLE, xTitle);
        String upwards = "transform=\"translate(16,%s) rotate(-90)\" ";
        svg.text(0, 0, upwards.formatted((TOP + HEIGHT - BOTTOM) / 2) + MIDDLE, yTitle);
    }

    private void labels(Svg svg) {
        for (int i = 0; i < xs.size(); i++) {
            double y = HEIGHT - BOTTOM;
            if (xs.size() < MANY) {
                svg.text(x(i), y + 18, MIDDLE, xs.get(i));
            } else {
                svg.add(
                        "<text transform=\"translate(%s,%s) rotate(-60)\" text-anchor=\"end\""
                                + " font-size=\"9\">%s</text>",
                        x(i), y + 10, Svg.escaped(xs.get(i)));
            }
        }
    }

    private void line(Svg svg, int s, double top) {
        String colour = COLOURS.get(s % COLOURS.size());
        StringBuilder points = new StringBuilder();
        List<Measurement> line = series.get(s);
        for (int i = 0; i < line.size(); i++) {
            Measurement m = line.get(i);
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(i), y(m.mean(), top)));
            svg.line(
                    x(i),
                    y(m.mean() - m.half(), top),
                    x(i),
                    y(m.mean() + m.half(), top),
                    "stroke=\"" + colour + '"');
            svg.add(
                    "<circle cx=\"%s\" cy=\"%s\" r=\"3\" fill=\"%s\"/>",
                    x(i), y(m.mean(), top), colour);
        }
        svg.add(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\"/>",
                points.toString().strip(), colour);
        svg.text(width - RIGHT + 10, TOP + 16 * s + 10, "fill=\"" + colour + '"', names.get(s));
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
}
