package org.anabranch.k2h.bench;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.k2h.board.K2hException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatmulTest {

    @ParameterizedTest
    @CsvSource({"384, 32", "256, 16", "128, 0", "100, 32", "33, 64", "0, 32"})
    void k2hC7_tilesOffTheLineAreRefused(int n, int tile) {
        K2hException.Program refused =
                assertThrows(K2hException.Program.class, () -> new Matmul(n, tile));
        assertTrue(refused.getMessage().contains("multiples of 32"), refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"128, 32", "96, 96", "384, 96", "256, 127", "2048, 128"})
    void k2hC7_tilesOnTheLineAreTaken(int n, int tile) {
        assertTrue(new Matmul(n, tile).image().loaded());
    }
}
