package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class SvgTest {

    @Test
    void issue_45_numbersAreShortAndTextIsEscaped() {
        Svg svg = new Svg(640, 400);
        svg.text(1, 2.26, "", "a < \"b\" & \u0001").text(3, 4, "fill=\"red\"", "c");
        svg.line(0, 1.06, 2, 3, "stroke=\"red\"").rectangle(1, 2, 3.5, 4, "fill=\"none\"");
        svg.add("<circle r=\"%s\" cx=\"%s\"/>", 2.0, 7);
        assertEquals(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" \
                viewBox="0 0 640 400" font-family="sans-serif" font-size="12">
                <rect width="100%" height="100%" fill="white"/>
                <text x="1" y="2.3">a &lt; &quot;b&quot; &amp; ?</text>
                <text x="3" y="4" fill="red">c</text>
                <line x1="0" y1="1.1" x2="2" y2="3" stroke="red"/>
                <rect x="1" y="2" width="3.5" height="4" fill="none"/>
                <circle r="2" cx="7"/>
                </svg>
                """,
                svg.toString());
    }
}
