package org.anabranch.dense.factor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Buffer;
import org.anabranch.api.RangeException;
import org.anabranch.dense.SingularException;
import org.anabranch.dense.Transpose;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

@Timeout(120)
class QrFactorizationTest {
    private static Ground ground;

    @BeforeAll
    static void start() {
        ground = new Ground();
    }

    @AfterAll
    static void stop() {
        ground.close();
    }

    private static QrFactorization factor(String domains, Buffer a, int width) {
        return QrFactorization.of(
                ground.platform(),
                ground.domains(domains),
                new ColumnBlocks(a, width),
                Steps.UNSEEN);
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
        "33, 1, 4",
        "90, 90, 3"
    })
    void productOfTheFactorsIsTheMatrixAndQIsOrthogonal(int rows, int columns, int width) {
        for (String kind : Matrix.KINDS) {
            Matrix a = Matrix.of(kind, rows, columns);
            try (Buffer buffer = a.in(ground.platform());
                    Buffer unit = Matrix.identity(rows).in(ground.platform());
                    QrFactorization qr = factor("host", buffer, width)) {
                Matrix r = Matrix.of(buffer).upper(rows);
                qr.multiply(Transpose.NO, new ColumnBlocks(unit, 6));
                Matrix q = Matrix.of(unit);
                double ratio = a.minus(q.times(r)).scaled(a.norm());
                assertTrue(ratio < 30, kind + ": " + ratio);
                Matrix square = q.transposed().times(q);
                double orthogonal = Matrix.identity(rows).minus(square).scaled();
                assertTrue(orthogonal < 30, kind + ": " + orthogonal);
                qr.multiply(Transpose.YES, new ColumnBlocks(unit, 9));
                double back = Matrix.identity(rows).minus(Matrix.of(unit)).scaled();
                assertTrue(back < 30, kind + ": " + back);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"reference:0", "host,reference:0", "reference:0,host,reference:0"})
    void everyMixtureOfDomainsGivesTheSameBits(String domains) {
        Matrix a = Matrix.random(75, 70, 3);
        try (Buffer one = a.in(ground.platform());
                Buffer other = a.in(ground.platform());
                QrFactorization first = factor("host", one, 9);
                QrFactorization second = factor(domains, other, 9)) {
            assertArrayEquals(Matrix.of(one).elements(), Matrix.of(other).elements());
            assertEquals(first.enqueued(), second.enqueued());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "random, 60, 60, 3, 8",
        "random, 60, 20, 3, 8",
        "graded, 41, 41, 1, 8",
        "nearly singular, 41, 41, 2, 8",
        "random, 1, 1, 2, 1",
        "random, 25, 20, 30, 64"
    })
    void distanceIsSmallest(String kind, int rows, int columns, int sides, int width) {
        Matrix a = Matrix.of(kind, rows, columns);
        Matrix b = Matrix.random(rows, sides, 5);
        for (String domains : List.of("host", "host,reference:0")) {
            try (Buffer buffer = a.in(ground.platform());
                    Buffer sought = b.in(ground.platform());
                    QrFactorization qr = factor(domains, buffer, width)) {
                qr.solve(new ColumnBlocks(sought, 7));
                Matrix x = Matrix.of(sought).top(columns);
                Matrix rest = b.minus(a.times(x));
                double across = a.transposed().times(rest).scaled(a.norm(), a.norm(), x.norm());
                assertTrue(across < 30, domains + ": " + across);
                if (rows == columns) {
                    double ratio = rest.scaled(a.norm(), x.norm());
                    assertTrue(ratio < 30, domains + ": " + ratio);
                }
            }
        }
    }

    @Test
    void dependentColumnsAndWhatDoesNotFitAreRefused() {
        Matrix a = Matrix.random(20, 10, 1);
        for (int i = 0; i < 20; i++) {
            a.set(i, 6, 0);
        }
        try (Buffer buffer = a.in(ground.platform());
                Buffer sides = Matrix.random(20, 1, 2).in(ground.platform());
                QrFactorization qr = factor("host", buffer, 4)) {
            assertEquals(
                    7,
                    assertThrows(
                                    SingularException.class,
                                    () -> qr.solve(new ColumnBlocks(sides, 1)))
                            .column());
        }
        try (Buffer wide = Matrix.zero(4, 5).in(ground.platform())) {
            assertThrows(RangeException.class, () -> factor("host", wide, 2));
        }
    }
}
