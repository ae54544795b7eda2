package org.anabranch.shell.commands;

import org.anabranch.api.Monitor.KernelReport;
import org.anabranch.shell.output.Units;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A plot in SVG of run time over size, both logarithmic: one panel for each kernel, one line with
 * its own colour, dashes and mark for each domain. Lines go through the medians; a stroke reaches
 * up to the 95th percentile.
 */
final class KernelPlot {
    private static final int WIDTH = 720;
    private static final int FIELD = 260;
    private static final int LEFT = 90;
    private static final int RIGHT = 20;
    private static final int TOP = 34;
    private static final int BOTTOM = 40;
    private static final String[] COLOURS = {
        "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"
    };
    private static final String[] DASHES = {"none", "6 3", "2 3", "9 3 2 3"};

    private final StringBuilder svg = new StringBuilder();
    private final Units units = new Units(false);
    private final List<String> domains;

    private KernelPlot(List<KernelReport> reports) {
        domains = reports.stream().map(KernelReport::domain).distinct().sorted().toList();
    }

    static String of(List<KernelReport> reports) {
        Map<String, List<KernelReport>> kernels = new LinkedHashMap<>();
        reports.forEach(
                report ->
                        kernels.computeIfAbsent(report.kernel(), name -> new ArrayList<>())
                                .add(report));
        KernelPlot plot = new KernelPlot(reports);
        int legend = 24 + 18 * plot.domains.size();
        int height = legend + FIELD * kernels.size();
        plot.add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                        + " viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">",
                WIDTH, height, WIDTH, height);
        plot.add("<title>What kernels take, by size and domain</title>");
        plot.add("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
        plot.legend();
        int top = legend;
        for (Map.Entry<String, List<KernelReport>> kernel : kernels.entrySet()) {
            plot.field(kernel.getKey(), kernel.getValue(), top);
            top += FIELD;
        }
        plot.add("</svg>");
        return plot.svg.toString();
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private void legend() {
        for (int i = 0; i < domains.size(); i++) {
            double y = 24 + 18.0 * i;
            add(
                    "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" %s/>",
                    LEFT, y - 4, LEFT + 30, y - 4, line(i));
            sign(i, LEFT + 15, y - 4);
            add("<text x=\"%d\" y=\"%.1f\">%s</text>", LEFT + 38, y, escaped(domains.get(i)));
        }
    }

    private static String line(int domain) {
        return "fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" stroke-dasharray=\"%s\""
                .formatted(colour(domain), DASHES[domain % DASHES.length]);
    }

    private static String colour(int domain) {
        return COLOURS[domain % COLOURS.length];
    }

    private void sign(int domain, double x, double y) {
        if (domain % 2 == 0) {
            add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>", x, y, colour(domain));
        } else {
            add(
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"7\" height=\"7\" fill=\"%s\"/>",
                    x - 3.5, y - 3.5, colour(domain));
        }
    }

    private void field(String kernel, List<KernelReport> reports, int top) {
        Axis x = Axis.of(reports.stream().mapToDouble(KernelReport::bytes).toArray(), 2);
        Axis y =
                Axis.of(
                        reports.stream()
                                .flatMap(r -> List.of(r.medianNanos(), r.highNanos()).stream())
                                .mapToDouble(Long::doubleValue)
                                .toArray(),
                        10);
        int bottom = top + FIELD - BOTTOM;
        add(
                "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>",
                LEFT, top + 20, escaped(kernel));
        add(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\""
                        + " stroke=\"#999\"/>",
                LEFT, top + TOP, WIDTH - LEFT - RIGHT, bottom - top - TOP);
        for (double value : x.marks(6)) {
            add(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                    x.at(value, LEFT, WIDTH - RIGHT), bottom + 16, units.bytes((long) value));
        }
        for (double value : y.marks(5)) {
            add(
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                    LEFT - 6, y.at(value, bottom, top + TOP) + 4, units.seconds(value / 1e9));
        }
        for (int i = 0; i < domains.size(); i++) {
            String domain = domains.get(i);
            List<KernelReport> own =
                    reports.stream().filter(report -> report.domain().equals(domain)).toList();
            curve(i, own, x, y, top);
        }
    }

    private void curve(int domain, List<KernelReport> reports, Axis x, Axis y, int top) {
        int bottom = top + FIELD - BOTTOM;
        StringBuilder points = new StringBuilder();
        for (KernelReport report : reports) {
            double at = x.at(report.bytes(), LEFT, WIDTH - RIGHT);
            double median = y.at(report.medianNanos(), bottom, top + TOP);
            double high = y.at(report.highNanos(), bottom, top + TOP);
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", at, median));
            add(
                    "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>",
                    at, median, at, high, colour(domain));
            sign(domain, at, median);
        }
        add("<polyline points=\"%s\" %s/>", points.toString().strip(), line(domain));
    }

    /** Names are whatever a program gave. */
    private static String escaped(String text) {
        return text.replaceAll("\\p{Cntrl}", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Powers of a base, from below the least to above the greatest value. */
    private record Axis(int base, int from, int to) {
        static Axis of(double[] values, int base) {
            double least = Double.MAX_VALUE;
            double most = 1;
            for (double value : values) {
                least = Math.min(least, Math.max(1, value));
                most = Math.max(most, value);
            }
            int from = (int) Math.floor(Math.log(least) / Math.log(base) + 1e-9);
            int to = (int) Math.ceil(Math.log(most) / Math.log(base) - 1e-9);
            return new Axis(base, from, Math.max(from + 1, to));
        }

        double at(double value, double start, double end) {
            double part = (Math.log(Math.max(1, value)) / Math.log(base) - from) / (to - from);
            return start + part * (end - start);
        }

        /** About so many. */
        List<Double> marks(int number) {
            int step = Math.max(1, (to - from + number - 1) / number);
            List<Double> marks = new ArrayList<>();
            for (int power = from; power <= to; power += step) {
                marks.add(Math.pow(base, power));
            }
            return marks;
        }
    }
}
