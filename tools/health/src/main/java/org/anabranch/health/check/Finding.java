package org.anabranch.health.check;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a check found.
 *
 * @param name of the check
 * @param status how it is
 * @param sentence what was seen
 * @param advice what to do, empty if nothing
 */
public record Finding(String name, Status status, String sentence, String advice) {

    static Finding ok(String name, String sentence) {
        return new Finding(name, Status.OK, sentence, "");
    }

    /** {@return it as data, by the names of its parts} */
    public Map<String, Object> data() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", name);
        data.put("status", status);
        data.put("sentence", sentence);
        data.put("advice", advice);
        return data;
    }
}
