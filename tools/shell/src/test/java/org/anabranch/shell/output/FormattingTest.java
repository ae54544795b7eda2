package org.anabranch.shell.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.shell.commands.Words;
import org.anabranch.shell.failure.UsageException;
import org.anabranch.spi.support.Json;
import org.anabranch.spi.support.Spelling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class FormattingTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "999, 999 B",
        "1023, 1.00 KiB",
        "1024, 1.00 KiB",
        "1536, 1.50 KiB",
        "1048575, 1.00 MiB",
        "104857600, 100 MiB",
        "9223372036854775807, 8.00 EiB",
        "-1, -1"
    })
    void bytes(long bytes, String text) {
        assertEquals(text, new Units(false).bytes(bytes));
        assertEquals(Long.toString(bytes), new Units(true).bytes(bytes));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "99999, 99999",
        "100000, 100 k",
        "999999, 1.00 M",
        "123456789, 123 M",
        "9223372036854775807, 9.22 E",
        "-5000000, -5.00 M"
    })
    void counts(long count, String text) {
        assertEquals(text, new Units(false).count(count));
        assertEquals(Long.toString(count), new Units(true).count(count));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 s",
        "0.0000005, 0.50 us",
        "0.0123, 12.3 ms",
        "1, 1.00 s",
        "119.7, 120 s",
        "125, 2 min 05 s",
        "9000, 2 h 30 min",
        "NaN, NaN"
    })
    void seconds(double seconds, String text) {
        assertEquals(text, new Units(false).seconds(seconds));
    }

    @Test
    void ratesWithoutTimeAreADash() {
        assertEquals("-", new Units(false).perSecond(1 / 0.0));
        assertEquals("200 k", new Units(false).perSecond(200_000.4));
        assertEquals("0.250", new Units(true).perSecond(0.25));
    }

    @Test
    void tableAlignsAndIsNeverTooWide() {
        String text =
                new Table("name", ">size", "what")
                        .row("a", 5, "x".repeat(300))
                        .row("longer", 12345, "line\nbreak\u001b[31m")
                        .text(100);
        List<String> lines = text.lines().toList();
        assertEquals("name     size  what", lines.get(0));
        assertTrue(lines.get(1).startsWith("a           5  xxx"), text);
        assertTrue(lines.get(1).endsWith("..."), text);
        assertEquals(100, lines.get(1).length());
        assertEquals("longer  12345  line break?[31m", lines.get(2));
        assertThrows(IllegalArgumentException.class, () -> new Table("one").row(1, 2));
    }

    @Test
    void numbersAreNeverCutButGoToASecondBlock() {
        String number = "1".repeat(40);
        String text =
                new Table("id", ">a", ">b", ">c").row("host", number, number, number).text(100);
        assertEquals(
                List.of("id", "host", "", "id", "host"),
                text.lines().map(line -> line.split(" ")[0]).toList());
        assertEquals(3, text.split(number, -1).length - 1);
        assertTrue(text.lines().allMatch(line -> line.length() <= 100), text);
    }

    @Test
    void jsonEscapesEverythingThatNeedsIt() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("quote\"back\\", "\u0000\n\t\r\u001f\u007f\u2028ü𝄞</script>");
        object.put(
                "numbers",
                Arrays.asList(1, -2L, 1.5, 1e300, Double.NaN, Float.NEGATIVE_INFINITY, null));
        object.put("nested", Map.of("yes", true));
        object.put("array", new Object[] {"x", new StringBuilder("y")});
        object.put("empty", List.of());
        assertEquals(
                "{\"quote\\\"back\\\\\":\"\\u0000\\n"
                        + "\\t\\r"
                        + "\\u001f\\u007f\\u2028\\u00fc\\ud834\\udd1e</script>\","
                        + "\"numbers\":[1,-2,1.5,1.0E300,null,null,null],\"nested\":{\"yes\":true},"
                        + "\"array\":[\"x\",\"y\"],\"empty\":[]}",
                Json.of(object));
    }

    @Test
    void nearestWordIsALikelySlipOnly() {
        List<String> known = List.of("cholesky", "matrix", "host", "opencl");
        assertEquals(Optional.of("cholesky"), Spelling.nearest("choleksy", known));
        assertEquals(Optional.of("opencl"), Spelling.nearest("OpenGL", known));
        assertEquals(Optional.of("host"), Spelling.nearest("hots", known));
        assertEquals(Optional.empty(), Spelling.nearest("series", known));
        assertEquals("", Spelling.didYouMean("", known));
    }

    @Test
    void d9_masksAreRanges() {
        int[] many = java.util.stream.IntStream.range(0, 240).toArray();
        assertEquals("0-239", Wording.ranges(many));
        assertEquals("1, 3-4, 9", Wording.ranges(new int[] {1, 3, 4, 9}));
        assertEquals("none", Wording.ranges(new int[0]));
    }

    @Test
    void longTextIsWrappedAtTheWidthOfTheTable() {
        String text = Wording.wrapped("name  ", 6, "word ".repeat(60), 100);
        assertTrue(text.lines().allMatch(line -> line.length() <= 100), text);
        assertTrue(text.lines().skip(1).allMatch(line -> line.startsWith("      word")), text);
        assertEquals(60, text.split("word", -1).length - 1);
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "x", "1.5", "''", "99999999999"})
    void numberThatIsNoneIsAUsageError(String text) {
        UsageException failure =
                assertThrows(UsageException.class, () -> Words.positive("--count", text));
        assertTrue(failure.getMessage().contains("--count"), failure::getMessage);
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "x", "NaN", "Infinity", "3601", "''"})
    void timeThatIsNoneIsAUsageError(String text) {
        assertThrows(UsageException.class, () -> Words.seconds("--interval", text));
        assertEquals(250, Words.seconds("--interval", "0.25").toMillis());
    }
}
