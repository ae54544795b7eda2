package org.anabranch.shell.commands;

import org.anabranch.api.Monitor.KernelReport;
import org.anabranch.shell.output.Units;
import org.anabranch.spi.support.Svg;

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

    private final Svg svg;
    private final Units units = new Units(false);
    private final List<String> domains;

    private KernelPlot(List<KernelReport> reports) {
        domains = reports.stream().map(KernelReport::domain).distinct().sorted().toList();
        long kernels = reports.stream().map(KernelReport::kernel).distinct().count();
        svg = new Svg(WIDTH, top() + FIELD * kernels);
    }

    /** Returns the height of the legend. */
    private int top() {
        return 24 + 18 * domains.size();
    }

    static String of(List<KernelReport> reports) {
        Map<String, List<KernelReport>> kernels = new LinkedHashMap<>();
        reports.forEach(
                report ->
                        kernels.computeIfAbsent(report.kernel(), name -> new ArrayList<>())
                                .add(report));
        KernelPlot plot = new KernelPlot(reports);
        plot.svg.add("<title>What kernels take, by size and domain</title>");
        plot.legend();
        int top = plot.top();
        for (Map.Entry<String, List<KernelReport>> kernel : kernels.entrySet()) {
            plot.field(kernel.getKey(), kernel.getValue(), top);
            top += FIELD;
        }
        return plot.svg.toString();
    }

    private void legend() {
        for (int i = 0; i < domains.size(); i++) {
            double y = 24 + 18.0 * i;
            svg.line(LEFT, y - 4, LEFT + 30, y - 4, line(i));
            sign(i, LEFT + 15, y - 4);
            svg.text(LEFT + 38, y, "", domains.get(i));
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
            svg.add("<circle cx=\"%s\" cy=\"%s\" r=\"3.5\" fill=\"%s\"/>", x, y, colour(domain));
        } else {
            svg.rectangle(x - 3.5, y - 3.5, 7, 7, "fill=\"" + colour(domain) + '"');
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
        svg.text(LEFT, top + 20, "font-weight=\"bold\"", kernel);
        svg.rectangle(
                LEFT,
                top + TOP,
                WIDTH - LEFT - RIGHT,
                bottom - top - TOP,
                "fill=\"none\" stroke=\"#999\"");
        for (double value : x.marks(6)) {
            double at = x.at(value, LEFT, WIDTH - RIGHT);
            svg.text(at, bottom + 16, "text-anchor=\"middle\"", units.bytes((long) value));
        }
        for (double value : y.marks(5)) {
            double at = y.at(value, bottom, top + TOP) + 4;
            svg.text(LEFT - 6, at, "text-anchor=\"end\"", units.seconds(value / 1e9));
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
            svg.line(at, median, at, high, "stroke=\"" + colour(domain) + '"');
            sign(domain, at, median);
        }
        svg.add("<polyline points=\"%s\" %s/>", points.toString().strip(), line(domain));
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
