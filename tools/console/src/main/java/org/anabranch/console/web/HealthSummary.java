package org.anabranch.console.web;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The health of the process as anyone on this machine may read it: the status of each check,
 * without its text, since that names devices, plug-ins and errors.
 *
 * @param checks the status of each check, by its name; empty if none has answered
 */
record HealthSummary(Map<String, String> checks) {
    private static final String UNKNOWN = "UNKNOWN";

    /** The statuses of Felix, from good to bad; {@value #UNKNOWN} if no check has answered. */
    private static final List<String> ORDER =
            List.of(
                    "OK",
                    "WARN",
                    "TEMPORARILY_UNAVAILABLE",
                    "CRITICAL",
                    "HEALTH_CHECK_ERROR",
                    UNKNOWN);

    private static final int GOOD = 200;
    private static final int UNAVAILABLE = 503;

    /** {@return the summary of rows that have a name and a status} */
    static HealthSummary of(List<Map<String, Object>> rows) {
        Map<String, String> checks = new LinkedHashMap<>();
        for (Map<String, Object> row : rows) {
            String name = String.valueOf(row.get("name"));
            checks.merge(name, String.valueOf(row.get("status")), HealthSummary::worse);
        }
        return new HealthSummary(checks);
    }

    private static String worse(String one, String other) {
        return rank(one) >= rank(other) ? one : other;
    }

    private static int rank(String status) {
        int rank = ORDER.indexOf(status);
        return rank < 0 ? ORDER.size() : rank;
    }

    /** {@return the worst status of a check} */
    String status() {
        return checks.values().stream().reduce(HealthSummary::worse).orElse(UNKNOWN);
    }

    /** {@return 200 if the process works, perhaps with warnings, otherwise 503} */
    int httpStatus() {
        return rank(status()) <= rank("WARN") ? GOOD : UNAVAILABLE;
    }

    /** {@return the body of the answer} */
    Map<String, Object> data() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("status", status());
        data.put("checks", checks);
        return data;
    }
}
