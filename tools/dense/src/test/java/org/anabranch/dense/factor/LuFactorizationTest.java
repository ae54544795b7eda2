package org.anabranch.dense.factor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Buffer;
import org.anabranch.api.RangeException;
import org.anabranch.dense.SingularException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

@Timeout(120)
class LuFactorizationTest {
    private static final TileHeights WHOLE = new TileHeights(2, 128, 5120);

    /** Several actions update a block. */
    private static final TileHeights LOW = new TileHeights(3, 8, 20);

    private static Ground ground;

    @BeforeAll
    static void start() {
        ground = new Ground();
    }

    @AfterAll
    static void stop() {
        ground.close();
    }

    /** L times U with the interchanges taken back, and the factors. */
    private static List<Matrix> factored(String domains, Matrix a, int width, TileHeights heights) {
        try (Buffer buffer = a.in(ground.platform());
                LuFactorization lu =
                        LuFactorization.of(
                                ground.platform(),
                                ground.domains(domains),
                                new ColumnBlocks(buffer, width),
                                heights,
                                Steps.UNSEEN)) {
            Matrix factors = Matrix.of(buffer);
            int depth = Math.min(a.rows(), a.columns());
            Matrix product = factors.unitLower(depth).times(factors.upper(depth));
            try (Buffer restored = product.in(ground.platform())) {
                lu.restore(new ColumnBlocks(restored, 5));
                return List.of(Matrix.of(restored), factors);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1",
        "1, 1, 9",
        "2, 2, 1",
        "37, 37, 8",
        "64, 64, 16",
        "61, 61, 100",
        "50, 31, 7",
        "31, 50, 7",
        "90, 90, 3"
    })
    void productOfTheFactorsIsTheMatrix(int rows, int columns, int width) {
        for (String kind : Matrix.KINDS) {
            Matrix a = Matrix.of(kind, rows, columns);
            for (TileHeights heights : List.of(WHOLE, LOW)) {
                List<Matrix> found = factored("host", a, width, heights);
                double ratio = a.minus(found.getFirst()).scaled(a.norm());
                assertTrue(ratio < 30, kind + ": " + ratio);
                for (double l : found.getLast().unitLower(Math.min(rows, columns)).elements()) {
                    assertTrue(Math.abs(l) <= 1, "a pivot was not the largest: " + l);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"reference:0", "host,reference:0", "reference:0,host,reference:0"})
    void everyMixtureOfDomainsGivesTheSameBits(String domains) {
        Matrix a = Matrix.random(70, 70, 3);
        assertArrayEquals(
                factored("host", a, 9, LOW).getLast().elements(),
                factored(domains, a, 9, LOW).getLast().elements());
    }

    @ParameterizedTest
    @CsvSource({
        "random, 60, 3, 8",
        "graded, 41, 1, 8",
        "nearly singular, 41, 2, 8",
        "huge, 33, 2, 8",
        "tiny, 33, 2, 8",
        "random, 1, 2, 1",
        "random, 20, 30, 64"
    })
    void systemIsSolved(String kind, int n, int sides, int width) {
        Matrix a = Matrix.of(kind, n, n);
        Matrix b = Matrix.random(n, sides, 5);
        for (String domains : List.of("host", "host,reference:0")) {
            try (Buffer buffer = a.in(ground.platform());
                    Buffer sought = b.in(ground.platform());
                    LuFactorization lu =
                            LuFactorization.of(
                                    ground.platform(),
                                    ground.domains(domains),
                                    new ColumnBlocks(buffer, width),
                                    Steps.UNSEEN)) {
                lu.solve(new ColumnBlocks(sought, 7));
                Matrix x = Matrix.of(sought);
                double ratio = b.minus(a.times(x)).scaled(a.norm(), x.norm());
                assertTrue(ratio < 30, domains + ": " + ratio);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"host, 0", "host, 12", "host, 29", "'reference:0,host', 12"})
    void singularMatrixIsRefusedByItsColumnAndThePlatformGoesOn(String domains, int column) {
        Matrix a = Matrix.random(30, 30, 8);
        Matrix singular = Matrix.of("random", 30, 30);
        for (int i = 0; i < 30; i++) {
            singular.set(i, column, 0);
        }
        SingularException refused =
                assertThrows(SingularException.class, () -> factored(domains, singular, 5, LOW));
        assertEquals(column + 1, refused.column());
        assertTrue(a.minus(factored(domains, a, 5, LOW).getFirst()).scaled(a.norm()) < 30);
    }

    @Test
    void progressIsToldAndWhatDoesNotFitIsRefused() {
        Matrix a = Matrix.random(20, 20, 1);
        List<String> told = new ArrayList<>();
        try (Buffer buffer = a.in(ground.platform());
                Buffer wrong = Matrix.zero(19, 1).in(ground.platform());
                LuFactorization lu =
                        LuFactorization.of(
                                ground.platform(),
                                ground.domains("host"),
                                new ColumnBlocks(buffer, 5),
                                (done, all) -> told.add(done + "/" + all))) {
            assertTrue(told.containsAll(List.of("1/4", "2/4", "3/4", "4/4")), told.toString());
            assertThrows(RangeException.class, () -> lu.solve(new ColumnBlocks(wrong, 1)));
            assertThrows(RangeException.class, () -> lu.restore(new ColumnBlocks(wrong, 1)));
            assertTrue(lu.panelsOnHost());
            assertEquals(4 + 6 * 3 + 6 - 6 + 6, lu.enqueued(), "actions");
        }
        try (Buffer buffer = Matrix.zero(3, 3).in(ground.platform())) {
            assertThrows(RangeException.class, () -> new ColumnBlocks(buffer, 0));
        }
    }
}
