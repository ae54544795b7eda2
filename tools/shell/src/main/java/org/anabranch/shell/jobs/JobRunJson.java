package org.anabranch.shell.jobs;

import org.anabranch.api.Monitor.WorkReport;
import org.anabranch.shell.failure.Failure;
import org.anabranch.spi.support.ForeignThrowables;
import org.anabranch.spi.support.Json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The outcome of a run as one JSON object; numbers are exact, times in seconds, sizes in bytes. */
public final class JobRunJson {
    private static final int MOST_TYPES = 16;

    private JobRunJson() {}

    public static String of(JobRun run) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("job", run.job());
        object.put("arguments", run.arguments());
        object.put("domains", run.domains());
        object.put("status", run.status());
        object.put("elapsedSeconds", run.seconds());
        if (run.report() != null) {
            object.put("verified", run.report().verified());
            object.put("verification", run.report().verification());
            object.put("seconds", run.report().seconds());
            object.put("flops", run.report().flops());
            object.put("gflops", run.gflops());
            object.put("figures", new TreeMap<>(run.report().figures()));
        }
        if (run.failure() != null) {
            object.put("error", error(run));
        }
        object.put("where", run.shares().stream().map(JobRunJson::share).toList());
        object.put("gone", run.gone());
        return Json.of(object);
    }

    private static Map<String, Object> error(JobRun run) {
        List<String> types =
                ForeignThrowables.chain(run.failure()).stream()
                        .limit(MOST_TYPES)
                        .map(thrown -> thrown.getClass().getSimpleName())
                        .toList();
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("exit", Failure.of(run.failure()).status());
        error.put("message", Failure.of(run.failure()).line());
        error.put("types", types);
        return error;
    }

    private static Map<String, Object> share(WorkReport share) {
        Map<String, Object> counts = Json.row(share);
        counts.remove("domain");
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("domain", share.domain().id());
        object.put("generation", share.domain().generation());
        object.putAll(counts);
        return object;
    }
}
