package org.anabranch.dense.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;

/** Products of small whole numbers, which are exact. */
class ProductTest {

    private static Buffer matrix(Platform platform, long rows, long columns) {
        Buffer matrix = platform.buffer(JAVA_DOUBLE, rows, columns);
        MemorySegment memory = matrix.write();
        for (long i = 0; i < rows * columns; i++) {
            memory.setAtIndex(JAVA_DOUBLE, i, (i * 7 + rows) % 11 - 5);
        }
        return matrix;
    }

    @Test
    void everyTilingGivesTheProduct() {
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(2))) {
            Platform platform = engine.platform("product");
            for (MatrixMultiplication product :
                    new MatrixMultiplication[] {
                        MatrixMultiplication.of(70, 50, 30, 2),
                        new MatrixMultiplication(70, 50, 30, 16, 16, 16),
                        new MatrixMultiplication(70, 50, 30, 70, 50, 7)
                    }) {
                try (Buffer a = matrix(platform, 70, 30);
                        Buffer b = matrix(platform, 30, 50);
                        Buffer c = matrix(platform, 70, 50);
                        Stream stream = platform.host().stream()) {
                    product.enqueue(stream, a, b, c);
                    stream.await();
                    compare(a.read(), b.read(), c.read());
                }
            }
        }
    }

    private static void compare(MemorySegment a, MemorySegment b, MemorySegment c) {
        for (int i = 0; i < 70; i++) {
            for (int j = 0; j < 50; j++) {
                double sum = 0;
                for (int k = 0; k < 30; k++) {
                    sum +=
                            a.getAtIndex(JAVA_DOUBLE, i * 30L + k)
                                    * b.getAtIndex(JAVA_DOUBLE, k * 50L + j);
                }
                assertEquals(sum, c.getAtIndex(JAVA_DOUBLE, i * 50L + j));
            }
        }
    }

    @Test
    void tilesAreEqualAndSeveralForEachWorker() {
        assertEquals(
                new MatrixMultiplication(2048, 2048, 2048, 512, 2048, 2048),
                MatrixMultiplication.of(2048, 2048, 2048, 2));
        assertEquals(
                new MatrixMultiplication(4096, 4096, 9, 1024, 2048, 9),
                MatrixMultiplication.of(4096, 4096, 9, 2));
        assertEquals(16, MatrixMultiplication.of(2048, 2048, 2048, 8).actions());
        assertEquals(256, MatrixMultiplication.of(2048, 2048, 2048, 1000).actions());
        assertEquals(1, MatrixMultiplication.of(1, 1, 1, 2).actions());
    }
}
