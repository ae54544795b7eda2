package org.anabranch.stress;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** Must be found by Lincheck: a tool that has gone blind would pass everything. */
public class LincheckControlTest {
    private int value;

    @Operation
    public int increment() {
        return ++value;
    }

    @Test
    public void lostUpdateIsFound() {
        assertThrows(
                LincheckAssertionError.class,
                () -> new ModelCheckingOptions().iterations(10).check(LincheckControlTest.class));
    }
}
