package org.anabranch.console.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.anabranch.spi.support.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Issue 51: the answer that a probe without a token gets. */
class HealthSummaryTest {
    private static HealthSummary summary(String... statuses) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (String status : statuses) {
            rows.add(Map.of("name", "c" + rows.size(), "status", status, "text", "secret"));
        }
        return HealthSummary.of(rows);
    }

    @ParameterizedTest
    @CsvSource({
        "OK,200",
        "WARN,200",
        "TEMPORARILY_UNAVAILABLE,503",
        "CRITICAL,503",
        "HEALTH_CHECK_ERROR,503",
        "SOMETHING_NEW,503"
    })
    void issue51_worstStatusDecides(String status, int http) {
        assertEquals(status, summary("OK", status, "OK").status());
        assertEquals(http, summary("OK", status, "OK").httpStatus());
    }

    @Test
    void issue51_noAnswerIsNoHealth() {
        assertEquals("UNKNOWN", summary().status());
        assertEquals(503, summary().httpStatus());
    }

    @Test
    void issue51_textsAreNotShownAndOfOneNameTheWorstCounts() {
        Map<String, Object> good = Map.of("name", "a", "status", "OK", "text", "secret");
        Map<String, Object> bad = Map.of("name", "a", "status", "CRITICAL", "text", "secret");
        for (List<Map<String, Object>> rows : List.of(List.of(good, bad), List.of(bad, good))) {
            assertEquals(503, HealthSummary.of(rows).httpStatus());
            String body = Json.inHtml(HealthSummary.of(rows).data());
            assertFalse(body.contains("secret"), body);
        }
    }
}
