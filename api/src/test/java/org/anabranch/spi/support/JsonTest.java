package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class JsonTest {
    /** A row of data. */
    public record Row(String name, long bytes, List<Integer> extents, Row of) {}

    @Test
    void issue_45_aRecordIsAnObjectOfItsComponents() {
        Row inner = new Row("b", 2, List.of(), null);
        String expected =
                "{'name':'a','bytes':1,'extents':[1,2],"
                        + "'of':{'name':'b','bytes':2,'extents':[],'of':null}}";
        assertEquals(expected.replace('\'', '"'), Json.of(new Row("a", 1, List.of(1, 2), inner)));
    }

    @Test
    void issue_45_mapsListsArraysAndNumbersAreWhatTheyAre() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("numbers", new double[] {1.5, Double.NaN, Double.NEGATIVE_INFINITY});
        map.put("truths", new Object[] {true, null, 3L});
        map.put("list", Arrays.asList(1, "x"));
        assertEquals(
                "{\"numbers\":[1.5,null,null],\"truths\":[true,null,3],\"list\":[1,\"x\"]}",
                Json.of(map));
    }

    @Test
    void issue_45_textIsAsciiAndWithinHtmlNoTag() {
        assertEquals("\"a\\\"\\\\\\n\\u00e9\\u0001<&>\"", Json.of("a\"\\\n\u00e9\u0001<&>"));
        assertEquals("\"\\u003c/b\\u003e\\u0026\"", Json.inHtml("</b>&"));
    }
}
