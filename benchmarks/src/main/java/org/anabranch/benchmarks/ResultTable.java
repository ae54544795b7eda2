package org.anabranch.benchmarks;

import org.anabranch.benchmarks.Comparison.Sample;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The samples as a Markdown table: one row for each workload and number of workers. */
final class ResultTable {
    private final List<Sample> samples;

    private ResultTable(List<Sample> samples) {
        this.samples = samples;
    }

    static String of(List<Sample> samples) {
        return new ResultTable(samples).text();
    }

    private String text() {
        Set<Contestant> columns = EnumSet.noneOf(Contestant.class);
        Set<String> workloads = new LinkedHashSet<>();
        Set<Integer> workers = new TreeSet<>();
        samples.forEach(
                sample -> {
                    columns.add(sample.contestant());
                    workloads.add(sample.workload());
                    workers.add(sample.workers());
                });
        StringBuilder text = new StringBuilder("| workload | workers |");
        columns.forEach(column -> text.append(' ').append(column.label()).append(" |"));
        text.append("\n|---|---|").append("---|".repeat(columns.size())).append('\n');
        for (String workload : workloads) {
            for (int count : workers) {
                text.append("| ").append(workload).append(" | ").append(count).append(" |");
                columns.forEach(
                        column ->
                                text.append(' ')
                                        .append(cell(workload, count, column))
                                        .append(" |"));
                text.append('\n');
            }
        }
        return text.toString();
    }

    private String cell(String workload, int workers, Contestant contestant) {
        double[] nanos =
                samples.stream()
                        .filter(sample -> is(sample, workload, workers, contestant))
                        .mapToDouble(Sample::nanos)
                        .toArray();
        if (nanos.length == 0) {
            return "–";
        }
        List<Double> ratios = ratios(workload, workers, contestant);
        String time = String.format(Locale.ROOT, "%.1f ns", Spread.of(nanos).median());
        return ratios.isEmpty() ? "**" + time + "**" : time + ", " + Spread.of(ratios);
    }

    private static boolean is(Sample sample, String workload, int workers, Contestant contestant) {
        return sample.workload().equals(workload)
                && sample.workers() == workers
                && sample.contestant() == contestant;
    }

    /**
     * Returns the ratios to the reference of the workload in the same round; none for the reference
     * itself.
     */
    private List<Double> ratios(String workload, int workers, Contestant contestant) {
        Contestant reference =
                Stream.of(Contestant.BEFORE, Contestant.FORK_JOIN)
                        .filter(
                                who ->
                                        samples.stream()
                                                .anyMatch(one -> is(one, workload, workers, who)))
                        .findFirst()
                        .orElse(Contestant.FUTURES);
        if (contestant == reference) {
            return List.of();
        }
        List<Double> ratios = new ArrayList<>();
        for (Sample sample : samples) {
            if (is(sample, workload, workers, contestant)) {
                OptionalDouble base =
                        samples.stream()
                                .filter(
                                        other ->
                                                is(other, workload, workers, reference)
                                                        && other.round() == sample.round())
                                .mapToDouble(Sample::nanos)
                                .findFirst();
                base.ifPresent(nanos -> ratios.add(sample.nanos() / nanos));
            }
        }
        return ratios;
    }
}
