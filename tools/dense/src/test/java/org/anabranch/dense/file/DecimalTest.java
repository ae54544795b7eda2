package org.anabranch.dense.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;

class DecimalTest {

    private static double parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return Decimal.parse(bytes, bytes.length);
    }

    private static void assertAsJdk(String text) {
        assertEquals(Double.parseDouble(text.replaceAll("[dD]", "e")), parse(text), text);
    }

    @Test
    void everyNumberIsRoundedAsTheJdkDoes() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 100_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertAsJdk(Double.toString(value));
                assertAsJdk(String.format(Locale.ROOT, "%.3f", value % 1e9));
            }
            assertAsJdk(
                    Long.toString(random.nextLong())
                            + "."
                            + random.nextInt(1000)
                            + "e"
                            + random.nextInt(-40, 40));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "-0.0",
                "+5",
                "5.",
                ".5",
                "1e5",
                "1E+05",
                "1d3",
                "1.5D-2",
                "9007199254740993",
                "1e22",
                "1e23",
                "123456789012345678901234567890",
                "0.000000000000000000000000000001",
                "1e400",
                "-1e400",
                "1e-400",
                "1e99999999999"
            })
    void edgesAreReadAsTheJdkDoes(String text) {
        assertAsJdk(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "+",
                ".",
                "e5",
                "1e",
                "1e+",
                "1f",
                "0x1p3",
                "1.2.3",
                "1e5.0",
                "--1",
                "1_0",
                "NaN",
                "Infinity",
                "1e5d"
            })
    void whatIsNoNumberIsNaN(String text) {
        assertEquals(Double.NaN, parse(text), text);
    }
}
