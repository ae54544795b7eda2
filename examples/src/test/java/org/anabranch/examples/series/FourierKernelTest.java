package org.anabranch.examples.series;

import static org.anabranch.api.Argument.of;
import static org.anabranch.examples.matrix.ColumnMapping.columns;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Piece;
import org.anabranch.examples.fixture.DirectRun;
import org.anabranch.examples.fixture.PlainBuffer;
import org.anabranch.examples.series.SeriesCheck.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FourierKernelTest {

    private static PlainBuffer coefficients(Rule rule, int n) {
        PlainBuffer buffer = PlainBuffer.of(JAVA_DOUBLE, 2, n);
        for (int low = 0; low < n; low += 3) {
            DirectRun.run(
                    FourierKernel.SERIES,
                    Piece.of(low, Math.min(n, low + 3), 1),
                    buffer.out(columns()),
                    of(n),
                    of(Rule.INTERVALS),
                    of(rule.points()));
        }
        return buffer;
    }

    @ParameterizedTest
    @EnumSource
    void coefficientsAgreeWithTheReferenceOfTheirRule(Rule rule) {
        SeriesCheck check = SeriesCheck.of(rule, coefficients(rule, 50).memory(), 50);
        assertTrue(check.agreed(), check.words());
    }

    @ParameterizedTest
    @EnumSource
    void coefficientsOfOneRuleDoNotPassForTheOther(Rule rule) {
        assertFalse(SeriesCheck.of(rule.other(), coefficients(rule, 4).memory(), 4).agreed());
    }

    @Test
    void nanIsNoAgreement() {
        PlainBuffer buffer = coefficients(Rule.FULL, 8);
        buffer.memory().setAtIndex(JAVA_DOUBLE, 3, Double.NaN);
        assertFalse(SeriesCheck.of(Rule.FULL, buffer.memory(), 8).agreed());
    }
}
