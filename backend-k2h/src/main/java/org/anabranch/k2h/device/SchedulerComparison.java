package org.anabranch.k2h.device;

import org.anabranch.k2h.bench.Benchmark;
import org.anabranch.k2h.bench.Chart;
import org.anabranch.k2h.bench.Measurement;
import org.anabranch.k2h.bench.Simulation;
import org.anabranch.k2h.run.Machine;
import org.anabranch.k2h.run.RunFailedException;
import org.anabranch.k2h.run.RunPace;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The comparison of the production scheduler with the paper's for a benchmark, on the same number
 * of ARM cores, with the same prices.
 */
record SchedulerComparison(SimulationRequest request, Simulation paper, Machine product) {

    /** Returns the charts by name. */
    Map<String, Chart> charts() {
        double serial = paper.serialNanos();
        List<List<RunReport>> ours = new ArrayList<>();
        List<List<RunReport>> papers = new ArrayList<>();
        for (int count : request.workers()) {
            RuntimeOptions options = RuntimeOptions.cores(count, 0);
            papers.add(paper.runs(options));
            ours.add(request.seeds().stream().map(seed -> run(options, seed)).toList());
        }
        Map<String, Chart> charts = new LinkedHashMap<>();
        charts.put(
                "schedulers",
                chart("speedup over serial elision", ours, papers, run -> serial / run.nanos()));
        charts.put("steals", chart("steals", ours, papers, run -> run.total().localSteals));
        return charts;
    }

    private RunReport run(RuntimeOptions options, long seed) {
        Benchmark run = Benchmark.of(request.benchmark());
        RunReport report = product.run(run, options, RunPace.virtual(seed));
        String wrong = run.verify();
        if (!wrong.isEmpty()) {
            throw new RunFailedException(request.title() + ": " + wrong, null, List.of());
        }
        return report;
    }

    private Chart chart(
            String unit,
            List<List<RunReport>> ours,
            List<List<RunReport>> papers,
            ToDoubleFunction<RunReport> value) {
        List<String> labels = request.workers().stream().map(String::valueOf).toList();
        Chart chart = new Chart(request.title() + ", ARM cores", "workers", unit, labels);
        chart.add("anabranch", points(ours, value));
        chart.add("paper", points(papers, value));
        return chart;
    }

    private static List<Measurement> points(
            List<List<RunReport>> runs, ToDoubleFunction<RunReport> value) {
        return runs.stream().map(reports -> Simulation.of(reports, value)).toList();
    }
}
