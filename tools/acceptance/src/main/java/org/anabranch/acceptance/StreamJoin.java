package org.anabranch.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * AC-2: stream 0 copies A to B, stream 1 copies C to D, waits for B alone, and computes E = (A C) /
 * (B D) and its sum, which is the number of elements.
 *
 * <p>That the copy to D does not wait for stream 0 is seen from events, not from time: the copy to
 * B is held at a gate that opens only after the copy to D has been seen to end.
 */
final class StreamJoin {
    static final Kernel QUOTIENT =
            OpenClText.kernel(
                    "ac2-quotient",
                    "quotient",
                    ">e <a <b <c <d",
                    (piece, given) -> quotient(given));
    static final Kernel SUM =
            OpenClText.kernel("ac2-sum", "sum", ">sum <e", (piece, given) -> sum(given));

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private StreamJoin() {}

    private static void quotient(KernelArguments given) {
        MemorySegment e = given.segment(0);
        MemorySegment a = given.segment(1);
        MemorySegment b = given.segment(2);
        MemorySegment c = given.segment(3);
        MemorySegment d = given.segment(4);
        for (long i = 0; i < given.columns(0); i++) {
            double over = a.getAtIndex(JAVA_DOUBLE, i) * c.getAtIndex(JAVA_DOUBLE, i);
            double under = b.getAtIndex(JAVA_DOUBLE, i) * d.getAtIndex(JAVA_DOUBLE, i);
            e.setAtIndex(JAVA_DOUBLE, i, over / under);
        }
    }

    private static void sum(KernelArguments given) {
        double sum = 0;
        for (long i = 0; i < given.columns(1); i++) {
            sum += given.segment(1).getAtIndex(JAVA_DOUBLE, i);
        }
        given.segment(0).setAtIndex(JAVA_DOUBLE, 0, sum);
    }

    static void run(Ground ground) {
        for (int n : new int[] {1, 1000, ground.size(200_000, 5_000_000)}) {
            run(ground, n);
        }
    }

    private static void run(Ground ground, int n) {
        Platform platform = ground.platform();
        try (Buffer a = platform.buffer(BufferOptions.named("A"), JAVA_DOUBLE, n);
                Buffer b = platform.buffer(BufferOptions.named("B"), JAVA_DOUBLE, n);
                Buffer c = platform.buffer(BufferOptions.named("C"), JAVA_DOUBLE, n);
                Buffer d = platform.buffer(BufferOptions.named("D"), JAVA_DOUBLE, n);
                Buffer e = platform.buffer(BufferOptions.named("E"), JAVA_DOUBLE, n);
                Buffer sum = platform.buffer(BufferOptions.named("sum"), JAVA_DOUBLE, 1);
                Stream zero = ground.domain(0).stream();
                Stream one = ground.domain(1).stream();
                Gate gate = Gate.on(platform)) {
            fill(a, n, 1);
            fill(c, n, 2);
            zero.prefetch(a.all());
            zero.waitFor(List.of(gate.event()), b.all());
            Event toB = zero.copy(a.all(), b.all());
            Event toD = one.copy(c.all(), d.all());
            one.waitFor(List.of(toB), b.all());
            one.run(
                    QUOTIENT,
                    e.all().out(),
                    a.all().in(),
                    b.all().in(),
                    c.all().in(),
                    d.all().in());
            Event end = one.run(SUM, sum.all().out(), e.all().in());

            assertTrue(toD.await(PATIENCE), "the copy to D waits for stream 0");
            assertEquals(Event.State.QUEUED, toB.state(), "the copy to B has passed the gate");
            assertEquals(Event.State.QUEUED, end.state(), "the sum did not wait for B");
            gate.open();
            end.await();
            assertEquals(n, sum.read().getAtIndex(JAVA_DOUBLE, 0), 1e-9 * n);
        }
    }

    private static void fill(Buffer buffer, int n, long seed) {
        MemorySegment memory = buffer.write();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < n; i++) {
            memory.setAtIndex(JAVA_DOUBLE, i, 0.1 + random.nextDouble() * Math.max(0.1, n - 0.1));
        }
    }
}
