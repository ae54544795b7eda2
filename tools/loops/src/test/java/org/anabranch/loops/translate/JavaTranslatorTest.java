package org.anabranch.loops.translate;

import static org.anabranch.api.Mapping.each;
import static org.anabranch.api.Mapping.whole;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.Loop;
import org.anabranch.api.Monitor;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Place;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;

/** Kernels that are written in Java alone, on an OpenCL device. */
class JavaTranslatorTest extends OnTranslatingDevice {
    private static final Kernel ADD =
            Kernel.of("add", Parameter.out("a"), Parameter.in("b"), Parameter.in("c"))
                    .java(JavaTranslatorTest::add);

    private static void add(Piece piece, KernelArguments arguments) {
        MemorySegment a = arguments.segment(0);
        MemorySegment b = arguments.segment(1);
        MemorySegment c = arguments.segment(2);
        for (long i = piece.low0(); i < piece.high0(); i += piece.stride0()) {
            a.setAtIndex(JAVA_INT, i, b.getAtIndex(JAVA_INT, i) + c.getAtIndex(JAVA_INT, i));
        }
    }

    private static Buffer ints(int n, int factor) {
        Buffer buffer = platform.buffer(JAVA_INT, n);
        MemorySegment memory = buffer.write();
        for (int i = 0; i < n; i++) {
            memory.setAtIndex(JAVA_INT, i, i * factor);
        }
        return buffer;
    }

    @Test
    @DisplayName("JA-12: a kernel in Java runs on a device that has no code for it")
    void addition() {
        int n = 1000;
        try (Buffer a = ints(n, 0);
                Buffer b = ints(n, 0x9E3779B9);
                Buffer c = ints(n, 77777777);
                Finish finish = platform.finish()) {
            finish.forasync(
                            domain,
                            Loop.of(0, n).tile(64),
                            ADD,
                            a.out(each()),
                            b.in(each()),
                            c.in(each()))
                    .await();
            int[] expected = new int[n];
            for (int i = 0; i < n; i++) {
                expected[i] = i * 0x9E3779B9 + i * 77777777;
            }
            assertArrayEquals(expected, a.read().asSlice(0, 4L * n).toArray(JAVA_INT));
        }
    }

    private static int[] everyThird(Domain at, int low) {
        int n = 1000;
        try (Buffer a = ints(n, 3);
                Buffer b = ints(n, 0x9E3779B9);
                Buffer c = ints(n, 77777777)) {
            try (Finish finish = platform.finish()) {
                Loop loop = Loop.of(low, n).stride(3).tile(64);
                finish.forasync(at, loop, ADD, a.out(each()), b.in(each()), c.in(each()));
            }
            return a.read().asSlice(0, 4L * n).toArray(JAVA_INT);
        }
    }

    @Test
    @DisplayName("JA-03: a kernel in Java over a loop with a stride, from any first index")
    void ja03Strides() {
        for (int low = 0; low < 5; low++) {
            assertArrayEquals(everyThird(platform.host(), low), everyThird(domain, low));
        }
    }

    private static long piecesOnDevice() {
        return device.engine().monitor().work(platform).stream()
                .filter(work -> work.domain().equals(domain))
                .mapToLong(Monitor.WorkReport::actions)
                .sum();
    }

    @Test
    @DisplayName(
            "JA-14: anywhere, the host shares a kernel in Java with a device without code for it")
    void ja14Anywhere() {
        int n = 1 << 16;
        long before = piecesOnDevice();
        try (Buffer a = ints(n, 0);
                Buffer b = ints(n, 0x9E3779B9);
                Buffer c = ints(n, 77777777);
                Finish finish = platform.finish()) {
            Loop loop = Loop.of(0, n).tile(64);
            finish.forasync(Place.anywhere(), loop, ADD, a.out(each()), b.in(each()), c.in(each()))
                    .await();
            int[] expected = new int[n];
            for (int i = 0; i < n; i++) {
                expected[i] = i * 0x9E3779B9 + i * 77777777;
            }
            assertArrayEquals(expected, a.read().asSlice(0, 4L * n).toArray(JAVA_INT));
        }
        assertTrue(piecesOnDevice() > before, "no piece of the loop ran on the device");
    }

    @Test
    @DisplayName("JA-14: anywhere, what is not translated runs where its code does")
    void ja14AnywhereButThere() {
        Kernel kernel =
                Kernel.of("sines", Parameter.inOut("a"))
                        .java(
                                (piece, arguments) -> {
                                    MemorySegment a = arguments.segment(0);
                                    for (long i = piece.low0(); i < piece.high0(); i++) {
                                        a.setAtIndex(JAVA_INT, i, (int) (9 * Math.sin(i)));
                                    }
                                });
        long before = piecesOnDevice();
        try (Buffer a = ints(100, 1);
                Finish finish = platform.finish()) {
            finish.forasync(Loop.of(0, 100).tile(8), kernel, a.inOut(each())).await();
            assertEquals((int) (9 * Math.sin(77)), a.read().getAtIndex(JAVA_INT, 77));
        }
        assertEquals(before, piecesOnDevice());
    }

    @Test
    @DisplayName("JA-12: a captured number, scalars of both sizes and a loop inside")
    void polynomial() {
        double scale = 1.0 / 3;
        Kernel kernel =
                Kernel.of(
                                "polynomial",
                                Parameter.out("y"),
                                Parameter.in("x"),
                                Parameter.scalar("degree"),
                                Parameter.scalar("step"))
                        .java(
                                (piece, arguments) -> {
                                    MemorySegment y = arguments.segment(0);
                                    MemorySegment x = arguments.segment(1);
                                    int degree = (int) arguments.longAt(2);
                                    for (int i = (int) piece.low0(); i < piece.high0(); i++) {
                                        double at = x.getAtIndex(JAVA_DOUBLE, i);
                                        double sum = 0;
                                        for (int k = 0; k < degree; k++) {
                                            sum = sum * at + scale * arguments.doubleAt(3);
                                        }
                                        y.setAtIndex(JAVA_DOUBLE, i, Math.sqrt(sum) % 0.37);
                                    }
                                });
        int n = 300;
        try (Buffer y = platform.buffer(JAVA_DOUBLE, n);
                Buffer x = platform.buffer(JAVA_DOUBLE, n)) {
            MemorySegment memory = x.write();
            for (int i = 0; i < n; i++) {
                memory.setAtIndex(JAVA_DOUBLE, i, i * 0.013 - 1);
            }
            double[] host = run(platform.host(), kernel, y, x, n);
            assertArrayEquals(host, run(domain, kernel, y, x, n));
        }
    }

    private static double[] run(Domain at, Kernel kernel, Buffer y, Buffer x, int n) {
        try (Stream stream = at.stream()) {
            stream.run(
                            kernel,
                            Loop.of(0, n),
                            y.out(whole()),
                            x.in(whole()),
                            Argument.of(9),
                            Argument.of(1.25f))
                    .await();
        }
        return y.read().asSlice(0, 8L * n).toArray(JAVA_DOUBLE);
    }

    private static void factor(Piece piece, KernelArguments arguments) {
        MemorySegment a = arguments.segment(0);
        int n = (int) arguments.longAt(1);
        long pitch = arguments.pitch(0);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = a.getAtIndex(JAVA_DOUBLE, i * pitch + j);
                for (int k = 0; k < j; k++) {
                    sum -=
                            a.getAtIndex(JAVA_DOUBLE, i * pitch + k)
                                    * a.getAtIndex(JAVA_DOUBLE, j * pitch + k);
                }
                double pivot = a.getAtIndex(JAVA_DOUBLE, j * pitch + j);
                a.setAtIndex(JAVA_DOUBLE, i * pitch + j, i == j ? Math.sqrt(sum) : sum / pivot);
            }
        }
    }

    @Test
    @DisplayName("JA-12: a kernel without a loop over its piece runs once, on a part of a matrix")
    void once() {
        Kernel kernel =
                Kernel.of("factor", Parameter.inOut("a"), Parameter.scalar("n"))
                        .java(JavaTranslatorTest::factor);
        double[][] results = new double[2][];
        for (int way = 0; way < 2; way++) {
            try (Buffer a = platform.buffer(JAVA_DOUBLE, 8, 9);
                    Stream stream = (way == 0 ? platform.host() : domain).stream()) {
                MemorySegment memory = a.write();
                for (int i = 0; i < 72; i++) {
                    memory.setAtIndex(JAVA_DOUBLE, i, i % 10 == 2 ? 40 : 1.0 / (i + 3));
                }
                stream.run(kernel, a.box(1, 2, 6, 6).inOut(), Argument.of(6)).await();
                results[way] = a.read().asSlice(0, 8L * 72).toArray(JAVA_DOUBLE);
            }
        }
        assertArrayEquals(results[0], results[1]);
    }

    private static String refusal(Kernel kernel, int n) {
        try (Buffer a = ints(10, 1);
                Stream stream = domain.stream()) {
            KernelFormatException refused =
                    assertThrows(
                            KernelFormatException.class,
                            () -> stream.run(kernel, Loop.of(0, n), a.inOut(whole())));
            return refused.getMessage();
        }
    }

    @Test
    @DisplayName("JA-12: what prevents a translation is said, with its line")
    void refusals() {
        Kernel sine =
                Kernel.of("sine", Parameter.inOut("a"))
                        .java(
                                (piece, arguments) -> {
                                    MemorySegment a = arguments.segment(0);
                                    for (long i = piece.low0(); i < piece.high0(); i++) {
                                        a.setAtIndex(JAVA_INT, i, (int) Math.sin(i));
                                    }
                                });
        assertTrue(refusal(sine, 10).matches("(?s).*Math\\.sin.*line \\d+.*"), refusal(sine, 10));
        Kernel next =
                Kernel.of("next", Parameter.inOut("a"))
                        .java(
                                (piece, arguments) -> {
                                    MemorySegment a = arguments.segment(0);
                                    for (long i = piece.low0(); i < piece.high0(); i++) {
                                        int old = a.getAtIndex(JAVA_INT, i);
                                        a.setAtIndex(JAVA_INT, i + 1, old);
                                    }
                                });
        assertTrue(refusal(next, 9).contains("DEPENDENT"), refusal(next, 9));
        assertTrue(refusal(next, 10).contains("line"), refusal(next, 10));
        assertTrue(refusal(next, 10).contains("not ruled out"), refusal(next, 10));
        Kernel prints =
                Kernel.of("prints", Parameter.inOut("a"))
                        .java((piece, arguments) -> System.out.println(piece));
        assertTrue(refusal(prints, 1).matches("(?s).*line \\d+.*"), refusal(prints, 1));
    }

    @Test
    @DisplayName("JA-12: without a translator the message is the old one")
    void noTranslator() {
        Kernel none = Kernel.of("none", Parameter.inOut("a"));
        String said = refusal(none, 1);
        assertEquals("kernel none has code in [], and " + domain.id() + " runs [opencl-c]", said);
    }
}
