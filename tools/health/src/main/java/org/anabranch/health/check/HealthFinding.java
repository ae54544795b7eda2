package org.anabranch.health.check;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The finding of a check.
 *
 * @param name of the check
 * @param status the status
 * @param sentence the observation
 * @param advice what to do, possibly empty
 */
public record HealthFinding(String name, Status status, String sentence, String advice) {

    static HealthFinding ok(String name, String sentence) {
        return new HealthFinding(name, Status.OK, sentence, "");
    }

    /** {@return the finding as data, by the names of its parts} */
    public Map<String, Object> data() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", name);
        data.put("status", status);
        data.put("sentence", sentence);
        data.put("advice", advice);
        return data;
    }
}
