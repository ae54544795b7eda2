package org.anabranch.loops.device;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.anabranch.api.SourceCode;
import org.anabranch.loops.emit.EmitOptions.Division;
import org.anabranch.loops.emit.OpenClRun;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.function.UnaryOperator;

/** What the trial of a domain's arithmetic finds. */
class ArithmeticTrialTest {
    private static UnaryOperator<SourceCode> replacing(String old, String other) {
        return code ->
                new SourceCode(
                        code.format(),
                        code.text().replace(old, other),
                        code.function(),
                        code.options());
    }

    @Test
    @DisplayName("JA-12: a device with Java's arithmetic passes, constants included")
    void passes() throws Exception {
        try (OpenClRun device = new OpenClRun()) {
            ArithmeticTrial trial = new ArithmeticTrial(device.platform(), device.domain());
            assertNull(trial.singles(Division.NATIVE));
            assertNull(trial.doubles(Division.NATIVE));
        }
    }

    @Test
    @DisplayName("JA-12: a driver that computes wrongly with constants alone is found")
    void constants() throws Exception {
        try (OpenClRun device = new OpenClRun()) {
            assumeTrue("cpu".equals(device.domain().properties().get("type")), "known of PoCL");
            ArithmeticTrial trial =
                    new ArithmeticTrial(
                            device.platform(),
                            device.domain(),
                            replacing("(j_rint_double(as_double(", "(rint(as_double("));
            String found = trial.doubles(Division.NATIVE);
            assertTrue(found != null && found.contains("the constant"), found);
        }
    }

    @Test
    @DisplayName("JA-12: a device whose shifts do not take the count modulo the width is found")
    void shifts() throws Exception {
        try (OpenClRun device = new OpenClRun()) {
            ArithmeticTrial trial =
                    new ArithmeticTrial(
                            device.platform(), device.domain(), replacing("(31)))", "(15)))"));
            String found = trial.singles(Division.NATIVE);
            assertTrue(found != null && found.contains("instead of"), found);
        }
    }
}
