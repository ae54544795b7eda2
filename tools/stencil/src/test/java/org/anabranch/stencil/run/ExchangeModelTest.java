package org.anabranch.stencil.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In the model's time: what borders first can hide, and what an end that is told late costs. */
class ExchangeModelTest {
    private static final double BORDER = 4.0 / 128;

    @ParameterizedTest
    @CsvSource({"20, 2", "20, 10", "20, 16", "40, 32"})
    void ST31_shorterExchangeIsHiddenWholly(double compute, double exchange) {
        assertEquals(1, ExchangeModel.ratio(compute, exchange, 0), 0.005);
    }

    @ParameterizedTest
    @CsvSource({"20, 25", "40, 50"})
    void ST31_longerExchangeWaitsForTheBorderOnly(double compute, double exchange) {
        double ratio = ExchangeModel.ratio(compute, exchange, 0);
        double longest = 1 + BORDER * compute / exchange;
        assertTrue(ratio > 1.005 && ratio <= longest, ratio + ", at most " + longest);
    }

    @ParameterizedTest
    @CsvSource({"20, 2", "20, 16", "20, 25", "40, 50"})
    void ST31_latenessCostsMoreTheLessSlackThereIs(double compute, double exchange) {
        double none = ExchangeModel.ratio(compute, exchange, 0);
        double little = ExchangeModel.ratio(compute, exchange, 0.5);
        double much = ExchangeModel.ratio(compute, exchange, 2);
        assertTrue(none < little && little < much, none + ", " + little + ", " + much);
        double shortOne = ExchangeModel.ratio(compute, 0.1 * compute, 2);
        assertTrue(exchange <= 0.1 * compute || shortOne < much, shortOne + ", " + much);
    }
}
