package org.anabranch.k2h.shell;

import org.anabranch.api.AnabranchException;
import org.anabranch.k2h.run.CoreStatistics;
import org.anabranch.k2h.run.Finding;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The outcome of a run of a program.
 *
 * @param options of the run
 * @param report its results
 * @param wrong the error in its result, or empty
 */
record ProgramOutcome(RuntimeOptions options, RunReport report, String wrong) {
    private static final int FINDINGS_SHOWN = 5;

    /**
     * Checks that the result is right, and that the checker has no findings.
     *
     * @param title of the run
     * @throws AnabranchException with the reason
     */
    void check(String title) {
        if (!wrong.isEmpty() || !report.findings().isEmpty()) {
            throw new AnabranchException(title + ", " + failure());
        }
    }

    static String head() {
        return String.format(
                "%7s %4s %4s %11s %8s %8s %7s %7s  %s",
                "workers", "ARM", "DSP", "ms", "tasks", "on DSPs", "steals", "hybrid", "result");
    }

    /** Returns a line of a table. */
    String line() {
        CoreStatistics all = report.total();
        return String.format(
                Locale.ROOT,
                "%7d %4d %4d %11.4f %8d %8d %7d %7d  %s",
                workers(options),
                workers(options) - options.dsps(),
                options.dsps(),
                report.nanos() / 1e6,
                all.tasks,
                report.dsp().tasks,
                all.localSteals + all.hybridSteals,
                all.hybridSteals,
                options.checked() ? "right, clean" : "right");
    }

    static int workers(RuntimeOptions options) {
        return options.dsps() + (options.dspOnly() ? 0 : options.arms());
    }

    /** Returns the reason for a failure, in one sentence. */
    private String failure() {
        StringBuilder text = new StringBuilder();
        text.append(workers(options)).append(" workers: ");
        text.append(wrong.isEmpty() ? "right" : "wrong: " + wrong);
        List<Finding> findings = report.findings();
        if (!findings.isEmpty()) {
            text.append("; the checker found ").append(findings.size());
            findings.stream()
                    .limit(FINDINGS_SHOWN)
                    .forEach(finding -> text.append("; ").append(finding));
        }
        return text.toString();
    }

    Map<String, Object> data() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("arms", options.arms());
        data.put("dsps", options.dsps());
        data.put("nanos", report.nanos());
        data.put("right", wrong.isEmpty());
        data.put("wrong", wrong);
        data.put("findings", report.findings().stream().map(Finding::toString).toList());
        data.put("counts", report.total().byName());
        data.put("arm", report.arm().byName());
        data.put("dsp", report.dsp().byName());
        return data;
    }
}
