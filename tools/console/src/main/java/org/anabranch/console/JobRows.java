package org.anabranch.console;

import org.anabranch.api.JobRuns;

import java.util.LinkedHashMap;
import java.util.Map;

/** Jobs as rows of the page. */
final class JobRows {
    private JobRows() {}

    static Map<String, Object> of(JobRuns.Run run) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", run.id());
        row.put("name", run.name());
        row.put("arguments", String.join(" ", run.arguments()));
        row.put("seconds", run.seconds());
        row.put("cancelled", run.cancelled());
        row.put("what", run.what());
        row.put("done", run.done());
        row.put("all", run.all());
        row.put("secondsLeft", run.secondsLeft());
        row.put("actions", run.actions());
        return row;
    }
}
