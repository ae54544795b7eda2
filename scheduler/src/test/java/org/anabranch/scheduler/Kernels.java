package org.anabranch.scheduler;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Buffer;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Parameter;

import java.lang.foreign.MemorySegment;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/** Kernels over longs that tests share. */
final class Kernels {
    static final Kernel FILL =
            Kernel.of("fill", Parameter.out("to"), Parameter.scalar("value"))
                    .java((piece, arguments) -> fill(arguments));
    static final Kernel ADD =
            Kernel.of("add", Parameter.inOut("to"), Parameter.scalar("value"))
                    .java(
                            (piece, arguments) -> {
                                long value = arguments.longAt(1);
                                each(arguments, 0, old -> old + value);
                            });
    static final Kernel MOVE =
            Kernel.of("move", Parameter.in("from"), Parameter.out("to"))
                    .java((piece, arguments) -> move(arguments));
    static final Kernel FAIL =
            Kernel.of("fail", Parameter.inOut("to"))
                    .java(
                            (piece, arguments) -> {
                                throw new IllegalStateException("as planned");
                            });
    static final Kernel LOOK =
            Kernel.of("look", Parameter.in("from")).java((piece, arguments) -> {});

    private Kernels() {}

    static void fill(KernelArguments arguments) {
        long value = arguments.longAt(1);
        each(arguments, 0, old -> value);
    }

    static void move(KernelArguments arguments) {
        MemorySegment from = arguments.segment(0);
        long[] next = {0};
        each(
                arguments,
                1,
                old -> {
                    long n = next[0]++;
                    long columns = arguments.columns(0);
                    return from.getAtIndex(
                            JAVA_LONG, n / columns * arguments.pitch(0) + n % columns);
                });
    }

    /** Replaces every element of an operand. */
    static void each(KernelArguments arguments, int position, LongUnaryOperator change) {
        MemorySegment memory = arguments.segment(position);
        for (long row = 0; row < arguments.rows(position); row++) {
            for (long column = 0; column < arguments.columns(position); column++) {
                long at = row * arguments.pitch(position) + column;
                memory.setAtIndex(
                        JAVA_LONG, at, change.applyAsLong(memory.getAtIndex(JAVA_LONG, at)));
            }
        }
    }

    /** Returns the contents of a buffer, read on the host. */
    static long[] content(Buffer buffer) {
        MemorySegment memory = buffer.read();
        return LongStream.range(0, buffer.shape().elements())
                .map(i -> memory.getAtIndex(JAVA_LONG, i))
                .toArray();
    }

    static long[] filled(int length, long value) {
        return LongStream.generate(() -> value).limit(length).toArray();
    }
}
