package org.anabranch.k2h.shell;

import org.anabranch.k2h.bench.Chart;
import org.anabranch.k2h.bench.Measurement;
import org.anabranch.k2h.run.Machine;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Charts of a program over several seeds: figures 4, 6 and 7 of the paper; or the production
 * scheduler beside the paper's, on as many ARM cores at the same prices.
 */
final class SeedCharts {
    private final RunRequest request;
    private final ProgramRuns runs;

    /** The runs by number of workers and seed, by the name of their line; "" for a single line. */
    private final Map<String, List<List<RunReport>>> lines = new LinkedHashMap<>();

    SeedCharts(RunRequest request, ProgramRuns runs) {
        this.request = request;
        this.runs = runs;
    }

    /** Runs the program, and returns the charts by name. */
    Map<String, Chart> all() {
        double serial = runs.serialNanos();
        String speedup = "speedup over serial elision";
        Map<String, Chart> charts = new LinkedHashMap<>();
        if (request.product) {
            lines.put("anabranch", perWorkers(runs.product()));
            lines.put("paper", perWorkers(runs.model()));
            charts.put("schedulers", chart(speedup, run -> serial / run.nanos()));
            charts.put("steals", chart("steals", run -> run.total().localSteals));
            return charts;
        }
        lines.put("", perWorkers(runs.model()));
        charts.put("figure6", chart(speedup, run -> serial / run.nanos()));
        charts.put("figure7a", chart("% of steals hybrid", RunReport::hybridStealPercent));
        charts.put("figure7b", chart("flushes per ARM async", RunReport::flushesPerArmTask));
        if (!request.dspOnly) {
            charts.put("figure4", stores());
        }
        return charts;
    }

    private List<List<RunReport>> perWorkers(Machine machine) {
        return request.workers.stream()
                .map(count -> runs.reports(machine, request.options(count)))
                .toList();
    }

    private Chart chart(String unit, ToDoubleFunction<RunReport> value) {
        Chart chart =
                new Chart(
                        request.title() + (request.product ? ", ARM cores" : ""),
                        request.dspOnly ? "DSPs" : "workers",
                        unit,
                        request.workers.stream().map(String::valueOf).toList());
        lines.forEach(
                (name, line) ->
                        chart.add(
                                name.isEmpty() ? unit : name,
                                line.stream().map(seeds -> Measurement.of(seeds, value)).toList()));
        return chart;
    }

    private Chart stores() {
        int arms = Math.min(4, request.board.arm().count());
        List<RuntimeOptions.ArmTasks> stores = List.of(RuntimeOptions.ArmTasks.values());
        Chart chart =
                new Chart(
                        "%s: task stores, %s ARM workers".formatted(request.title(), arms),
                        "store",
                        "milliseconds",
                        stores.stream().map(Enum::name).toList());
        chart.add(
                "milliseconds",
                stores.stream()
                        .map(store -> runs.reports(runs.model(), request.options(arms).with(store)))
                        .map(seeds -> Measurement.of(seeds, run -> run.nanos() / 1e6))
                        .toList());
        return chart;
    }
}
