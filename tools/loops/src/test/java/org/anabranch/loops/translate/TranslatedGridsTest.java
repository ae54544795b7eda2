package org.anabranch.loops.translate;

import static org.anabranch.api.Mapping.whole;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;

/** Kernels in Java over pieces of two and three dimensions, on an OpenCL device. */
class TranslatedGridsTest extends OnTranslatingDevice {
    private static final int ROWS = 13;
    private static final int COLUMNS = 21;

    private static void product(Piece piece, KernelArguments arguments) {
        MemorySegment c = arguments.segment(0);
        MemorySegment a = arguments.segment(1);
        MemorySegment b = arguments.segment(2);
        long depth = arguments.longAt(3);
        long columns = arguments.columns(0);
        for (long i = piece.low0(); i < piece.high0(); i += piece.stride0()) {
            long row = i * depth;
            for (int j = (int) piece.low1(); j < piece.high1(); j++) {
                double sum = c.getAtIndex(JAVA_DOUBLE, i * columns + j);
                for (long k = 0; k < depth; k++) {
                    sum +=
                            a.getAtIndex(JAVA_DOUBLE, row + k)
                                    * b.getAtIndex(JAVA_DOUBLE, k * columns + j);
                }
                c.setAtIndex(JAVA_DOUBLE, i * columns + j, sum);
            }
        }
    }

    private static final Kernel PRODUCT =
            Kernel.of(
                            "grid-product",
                            Parameter.inOut("c"),
                            Parameter.in("a"),
                            Parameter.in("b"),
                            Parameter.scalar("depth"))
                    .java(TranslatedGridsTest::product);

    private static void planes(Piece piece, KernelArguments arguments) {
        MemorySegment a = arguments.segment(0);
        for (long i = piece.low0(); i < piece.high0(); i += piece.stride0()) {
            for (long j = piece.low1(); j < piece.high1(); j += piece.stride1()) {
                for (long k = piece.low2(); k < piece.high2(); k += piece.stride2()) {
                    a.setAtIndex(JAVA_DOUBLE, (i * 5 + j) * 7 + k, i + 0.1 * j + 0.01 * k);
                }
            }
        }
    }

    private static final Kernel PLANES =
            Kernel.of("grid-planes", Parameter.inOut("a")).java(TranslatedGridsTest::planes);

    private static Buffer numbers(int count, double factor) {
        Buffer buffer = platform.buffer(JAVA_DOUBLE, count);
        MemorySegment memory = buffer.write();
        for (int i = 0; i < count; i++) {
            memory.setAtIndex(JAVA_DOUBLE, i, Math.sin(i * factor));
        }
        return buffer;
    }

    private static double[] product(Domain at, Loop loop) {
        int depth = 17;
        try (Buffer c = platform.buffer(JAVA_DOUBLE, ROWS, COLUMNS);
                Buffer a = numbers(ROWS * depth, 0.3);
                Buffer b = numbers(depth * COLUMNS, 0.7);
                Stream stream = at.stream()) {
            stream.run(
                            PRODUCT,
                            loop,
                            c.inOut(whole()),
                            a.in(whole()),
                            b.in(whole()),
                            Argument.of(depth))
                    .await();
            return c.read().asSlice(0, 8L * ROWS * COLUMNS).toArray(JAVA_DOUBLE);
        }
    }

    @Test
    @DisplayName("JA-12: a kernel over two dimensions of its piece, also over a part of it")
    void ja12TwoDimensions() {
        Loop all = Loop.of(0, ROWS).by(0, COLUMNS);
        assertArrayEquals(product(platform.host(), all), product(domain, all));
        Loop part = Loop.of(3, 11).by(2, COLUMNS - 1);
        assertArrayEquals(product(platform.host(), part), product(domain, part));
        Loop rows = Loop.of(3, 12).stride(2).by(0, COLUMNS);
        assertArrayEquals(product(platform.host(), rows), product(domain, rows));
        Loop columns = Loop.of(0, ROWS).by(0, COLUMNS).stride(2);
        String said =
                assertThrows(KernelFormatException.class, () -> product(domain, columns))
                        .getMessage();
        assertTrue(said.contains("with stride 1 where it steps by 1"), said);
    }

    private static double[] planes(Domain at, Loop loop) {
        try (Buffer a = numbers(4 * 5 * 7, 1);
                Stream stream = at.stream()) {
            stream.run(PLANES, loop, a.inOut(whole())).await();
            return a.read().asSlice(0, 8L * 4 * 5 * 7).toArray(JAVA_DOUBLE);
        }
    }

    private static String refusal(Loop loop) {
        return assertThrows(KernelFormatException.class, () -> planes(domain, loop)).getMessage();
    }

    @Test
    @DisplayName("JA-12: a kernel over three dimensions; what it cannot count or prove is refused")
    void ja12ThreeDimensions() {
        Loop all = Loop.of(0, 4).by(0, 5).by(0, 7);
        assertArrayEquals(planes(platform.host(), all), planes(domain, all));
        Loop part = Loop.of(1, 3).by(2, 3).by(4, 7);
        assertArrayEquals(planes(platform.host(), part), planes(domain, part));
        Loop strided = Loop.of(1, 4).stride(2).by(0, 5).stride(3).by(3, 7).stride(2);
        assertArrayEquals(planes(platform.host(), strided), planes(domain, strided));
        String flat = refusal(Loop.of(0, 4).by(0, 5));
        assertTrue(flat.contains("a loop of dimension 3"), flat);
        String collides = refusal(Loop.of(0, 3).by(0, 5).by(0, 8));
        assertTrue(collides.contains("DEPENDENT"), collides);
        assertTrue(collides.matches("(?s).*line \\d+.*"), collides);
        String outside = refusal(Loop.of(0, 4).by(0, 6).by(0, 7));
        assertTrue(outside.contains("not ruled out"), outside);
    }

    @Test
    @DisplayName("JA-12: a sum that goes on from row to row is no kernel for each index")
    void ja12CarriedSum() {
        Kernel sums =
                Kernel.of("sums", Parameter.inOut("a"))
                        .java(
                                (piece, arguments) -> {
                                    MemorySegment a = arguments.segment(0);
                                    for (long i = piece.low0(); i < piece.high0(); i++) {
                                        double sum = 0;
                                        for (long j = piece.low1(); j < piece.high1(); j++) {
                                            sum += a.getAtIndex(JAVA_DOUBLE, i * 7 + j);
                                            a.setAtIndex(JAVA_DOUBLE, i * 7 + j, sum);
                                        }
                                    }
                                });
        try (Buffer a = numbers(70, 1);
                Stream stream = domain.stream()) {
            Loop loop = Loop.of(0, 10).by(0, 7);
            String said =
                    assertThrows(
                                    KernelFormatException.class,
                                    () -> stream.run(sums, loop, a.inOut(whole())))
                            .getMessage();
            assertTrue(said.contains("from one index of the piece to the next"), said);
        }
    }
}
