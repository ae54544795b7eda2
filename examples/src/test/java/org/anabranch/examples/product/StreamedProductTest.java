package org.anabranch.examples.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.Platform;
import org.anabranch.examples.fixture.EmbeddedPlatform;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/** The counted product on the real scheduler. */
@Timeout(120)
class StreamedProductTest {
    private static EmbeddedPlatform embedded;

    @BeforeAll
    static void start() {
        embedded = new EmbeddedPlatform();
    }

    @AfterAll
    static void stop() {
        embedded.close();
    }

    private static Buffer matrix(long rows, long columns) {
        Buffer matrix = embedded.platform().buffer(JAVA_DOUBLE, rows, columns);
        MemorySegment memory = matrix.write();
        SplittableRandom random = new SplittableRandom(rows * columns);
        for (long i = 0; i < rows * columns; i++) {
            memory.setAtIndex(JAVA_DOUBLE, i, random.nextDouble() - 0.5);
        }
        return matrix;
    }

    /**
     * Same bits as the plain loop, wherever and however it is split (AC-5; design, invariant 8).
     */
    @ParameterizedTest
    @CsvSource({
        "host, 16",
        "host, 300",
        "reference:0, 16",
        "'reference:0,reference:7', 33",
        "'host,reference:0', 17",
        "'host,reference:0,reference:7', 40"
    })
    void ac5ResultDoesNotDependOnPlaceOrTile(String domains, long tile) {
        Platform platform = embedded.platform();
        try (Buffer a = matrix(150, 90);
                Buffer b = matrix(90, 120);
                Buffer plain = platform.buffer(JAVA_DOUBLE, 150, 120);
                Buffer c = platform.buffer(JAVA_DOUBLE, 150, 120)) {
            PlainProduct.multiply(a.tiles(150, 90), b.tiles(90, 120), plain.tiles(150, 120));
            StreamedProduct.multiply(
                    embedded.domains(domains),
                    0,
                    a.tiles(tile, tile),
                    b.tiles(tile, tile),
                    c.tiles(tile, tile));
            assertEquals(-1, plain.read().mismatch(c.read()));
            ProductCheck right = ProductCheck.of(platform, a, b, c, 1);
            assertTrue(right.agreed(), right.words());
            MemorySegment memory = c.write();
            memory.setAtIndex(JAVA_DOUBLE, 77, memory.getAtIndex(JAVA_DOUBLE, 77) + 1e-10);
            assertFalse(ProductCheck.of(platform, a, b, c, 1).agreed());
        }
    }
}
