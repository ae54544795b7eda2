package org.anabranch.console;

import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;
import org.apache.felix.hc.api.execution.HealthCheckExecutionResult;
import org.apache.felix.hc.api.execution.HealthCheckExecutor;
import org.apache.felix.hc.api.execution.HealthCheckSelector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * The registered health checks of Felix. Loaded only if there is an executor, which ends checks
 * that take too long.
 */
final class HealthServices {
    private static final int MOST = 100;

    private HealthServices() {}

    /** {@return a row for each check; it may take as long as the executor's time limit} */
    static List<Map<String, Object>> rows(Object executor) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (HealthCheckExecutionResult result :
                ((HealthCheckExecutor) executor).execute(HealthCheckSelector.empty())) {
            if (rows.size() < MOST) {
                Map<String, Object> row = new LinkedHashMap<>();
                row.put("name", result.getHealthCheckMetadata().getTitle());
                row.put("status", result.getHealthCheckResult().getStatus());
                row.put("text", text(result.getHealthCheckResult()));
                rows.add(row);
            }
        }
        return rows;
    }

    private static String text(Result result) {
        return StreamSupport.stream(result.spliterator(), false)
                .map(ResultLog.Entry::getMessage)
                .collect(Collectors.joining("; "));
    }
}
