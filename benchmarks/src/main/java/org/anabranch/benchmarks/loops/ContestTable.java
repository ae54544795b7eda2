package org.anabranch.benchmarks.loops;

import org.anabranch.benchmarks.Spread;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * A table of contests: for each the time of plain Java, and its ratio to that of each other
 * contestant, above 1 if that is faster. What the compiler makes of a loop depends on chance, so a
 * row may be the median of several virtual machines.
 */
final class ContestTable {
    /** The least ratio of what is as fast. */
    private static final double ENOUGH = 0.95;

    private static final String ROW = "row";

    private final double unit;
    private final List<Column> columns;
    private final boolean raw;
    private final Map<String, List<Double>> ratios = new TreeMap<>();

    /** The column of parallel streams, -1 for none. */
    private final int stream;

    /**
     * A column.
     *
     * @param title its title
     * @param base the column whose time is divided by that of this one; this one for times
     * @param judged true if it must be as fast as the better of plain Java and a column "stream"
     */
    record Column(String title, int base, boolean judged) {}

    /**
     * Creates a table, and prints its head.
     *
     * @param first the titles of the columns before the times
     * @param unit the nanoseconds of a unit of time
     * @param raw true to print nanoseconds alone, for {@link #repeat}
     */
    ContestTable(String first, double unit, List<Column> columns, boolean raw) {
        this.unit = unit;
        this.columns = columns;
        this.raw = raw;
        this.stream = columns.stream().map(Column::title).toList().indexOf("stream");
        if (!raw) {
            StringBuilder head = new StringBuilder("| " + first + " |");
            columns.forEach(column -> head.append(' ').append(column.title()).append(" |"));
            System.out.println(head);
            System.out.println(head.toString().replaceAll("[^|]+", "---"));
        }
    }

    /** Prints a row of times in nanoseconds, 0 for none. */
    void print(String name, double[] times) {
        if (raw) {
            StringBuilder line = new StringBuilder(ROW + "\t" + name);
            Arrays.stream(times).forEach(time -> line.append('\t').append(time));
            System.out.println(line);
            return;
        }
        StringBuilder line = new StringBuilder("| " + name + " |");
        for (int c = 0; c < times.length; c++) {
            line.append(' ').append(cell(c, times)).append(" |");
        }
        System.out.println(line);
    }

    private String cell(int c, double[] times) {
        Column column = columns.get(c);
        if (times[c] == 0) {
            return "-";
        }
        if (column.base() == c) {
            return String.format(Locale.ROOT, "%.4g", times[c] / unit);
        }
        double ratio = times[column.base()] / times[c];
        double better = better(times);
        if (c != stream) {
            note(column.title() + ": of plain", ratio);
        }
        if (column.judged() && stream >= 0) {
            note(column.title() + ": of the better", ratio / better);
        }
        boolean slow = column.judged() && ratio < ENOUGH * better;
        return String.format(Locale.ROOT, slow ? "**%.2f**" : "%.2f", ratio);
    }

    /** Returns the ratio of plain Java to the better one of it and the stream. */
    private double better(double[] times) {
        boolean none = stream < 0 || times[stream] == 0;
        return none ? 1 : Math.max(1, times[columns.get(stream).base()] / times[stream]);
    }

    private void note(String name, double ratio) {
        ratios.computeIfAbsent(name, absent -> new ArrayList<>()).add(ratio);
    }

    /** Prints how many ratios of each column are enough. */
    void printSummary() {
        System.out.println();
        ratios.forEach(
                (name, all) -> {
                    Spread spread = Spread.of(all);
                    long enough = all.stream().filter(ratio -> ratio >= ENOUGH).count();
                    System.out.printf(
                            Locale.ROOT,
                            "%s: %d of %d at least %.2f; least %.2f, median %.2f%n",
                            name,
                            enough,
                            all.size(),
                            ENOUGH,
                            spread.least(),
                            spread.median());
                });
    }

    /**
     * Has a program print its rows in several virtual machines, one after the other; prints those
     * with the medians of the times and of the ratios.
     */
    void repeat(int machines, Class<?> program, List<String> words)
            throws IOException, InterruptedException {
        Map<String, List<double[]>> rows = new LinkedHashMap<>();
        for (int machine = 0; machine < machines; machine++) {
            for (String line : VirtualMachine.run(program, words)) {
                String[] cells = line.split("\t");
                if (cells[0].equals(ROW)) {
                    rows.computeIfAbsent(cells[1], absent -> new ArrayList<>())
                            .add(
                                    Arrays.stream(cells)
                                            .skip(2)
                                            .mapToDouble(Double::parseDouble)
                                            .toArray());
                }
            }
        }
        rows.forEach((name, all) -> print(name, typical(all)));
    }

    /** Returns times with the medians of the times, and of the ratios. */
    private double[] typical(List<double[]> all) {
        double[] typical = new double[all.getFirst().length];
        for (int c = 0; c < typical.length; c++) {
            int column = c;
            int base = columns.get(c).base();
            boolean none = all.getFirst()[c] == 0;
            typical[c] =
                    base == c || none
                            ? median(all, times -> times[column])
                            : typical[base] / median(all, times -> times[base] / times[column]);
        }
        return typical;
    }

    private static double median(List<double[]> all, ToDoubleFunction<double[]> value) {
        return Spread.of(all.stream().mapToDouble(value)).median();
    }
}
