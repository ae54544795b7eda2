package org.anabranch.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Stream;

import java.lang.foreign.MemorySegment;

/**
 * AC-1: two scalars, a scalar with a buffer, and a result of several values (hStreams: its "blob"
 * of at most 64 bytes; here a small buffer of any size).
 */
final class HelloArguments {
    static final Kernel MEAN =
            OpenClText.kernel("ac1-mean", "mean", ">result a b", (piece, given) -> mean(given));
    static final Kernel STATISTICS =
            OpenClText.kernel(
                    "ac1-statistics",
                    "statistics",
                    ">result a b",
                    (piece, given) -> statistics(given));
    static final Kernel ECHO =
            OpenClText.kernel(
                    "ac1-echo", "echo", ">result <buffer scalar", (piece, given) -> echo(given));

    private HelloArguments() {}

    private static void mean(KernelArguments given) {
        put(given, 0, (given.doubleAt(1) + given.doubleAt(2)) / 2);
    }

    private static void statistics(KernelArguments given) {
        mean(given);
        put(given, 1, Math.min(given.doubleAt(1), given.doubleAt(2)));
        put(given, 2, Math.max(given.doubleAt(1), given.doubleAt(2)));
    }

    private static void echo(KernelArguments given) {
        put(given, 0, given.segment(1).getAtIndex(JAVA_DOUBLE, 0));
        put(given, 1, given.doubleAt(2));
    }

    private static void put(KernelArguments given, int index, double value) {
        given.segment(0).setAtIndex(JAVA_DOUBLE, index, value);
    }

    static void run(Ground ground) {
        for (Domain domain : ground.domains()) {
            try (Stream stream = domain.stream();
                    Buffer mean = ground.platform().buffer(JAVA_DOUBLE, 1);
                    Buffer blob = ground.platform().buffer(JAVA_DOUBLE, 3);
                    Buffer in = ground.platform().buffer(JAVA_DOUBLE, 1);
                    Buffer out = ground.platform().buffer(JAVA_DOUBLE, 2)) {
                in.write().setAtIndex(JAVA_DOUBLE, 0, 0.988);
                Argument a = Argument.of(1000.0);
                Argument b = Argument.of(500.0);
                stream.run(MEAN, mean.all().out(), a, b);
                stream.run(STATISTICS, blob.all().out(), a, b);
                stream.run(ECHO, out.all().out(), in.all().in(), Argument.of(0.99));
                stream.await();
                assertBits(domain, mean, 750);
                assertBits(domain, blob, 750, 500, 1000);
                assertBits(domain, out, 0.988, 0.99);
            }
        }
    }

    private static void assertBits(Domain domain, Buffer buffer, double... expected) {
        MemorySegment memory = buffer.read();
        for (int i = 0; i < expected.length; i++) {
            assertEquals(
                    Double.doubleToRawLongBits(expected[i]),
                    Double.doubleToRawLongBits(memory.getAtIndex(JAVA_DOUBLE, i)),
                    domain.id() + ", value " + i);
        }
    }
}
