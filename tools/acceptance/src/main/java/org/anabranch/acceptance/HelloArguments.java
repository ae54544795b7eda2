package org.anabranch.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;

import java.lang.foreign.MemorySegment;

/**
 * AC-1: two scalars, a scalar with a buffer, and a result of several values (hStreams: its "blob"
 * of at most 64 bytes; here a small buffer of any size).
 */
final class HelloArguments {
    static final Kernel MEAN =
            Kernel.of(
                            "ac1-mean",
                            Parameter.out("result"),
                            Parameter.scalar("a"),
                            Parameter.scalar("b"))
                    .java(
                            (piece, given) ->
                                    put(given, 0, (given.doubleAt(1) + given.doubleAt(2)) / 2))
                    .with(OpenClText.function("mean"));
    static final Kernel STATISTICS =
            Kernel.of(
                            "ac1-statistics",
                            Parameter.out("result"),
                            Parameter.scalar("a"),
                            Parameter.scalar("b"))
                    .java(
                            (piece, given) -> {
                                double a = given.doubleAt(1);
                                double b = given.doubleAt(2);
                                put(given, 0, (a + b) / 2);
                                put(given, 1, Math.min(a, b));
                                put(given, 2, Math.max(a, b));
                            })
                    .with(OpenClText.function("statistics"));
    static final Kernel ECHO =
            Kernel.of(
                            "ac1-echo",
                            Parameter.out("result"),
                            Parameter.in("buffer"),
                            Parameter.scalar("scalar"))
                    .java(
                            (piece, given) -> {
                                put(given, 0, given.segment(1).getAtIndex(JAVA_DOUBLE, 0));
                                put(given, 1, given.doubleAt(2));
                            })
                    .with(OpenClText.function("echo"));

    private HelloArguments() {}

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
