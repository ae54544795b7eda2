package org.anabranch.benchmarks.loops;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Mapping;
import org.anabranch.api.Platform;
import org.anabranch.loops.IntBody;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A loop in plain Java, with the data for its hand-written peer.
 *
 * @param count number of iterations
 * @param perItem number of iterations of a work-item of the peer
 * @param result the array that it writes
 * @param given the arrays that it reads alone
 * @param number the last argument of the peer's kernel
 * @param inJava runs the loop as a programmer writes it
 * @param body runs one iteration of it
 */
record PlainLoop(
        int count,
        int perItem,
        Object result,
        List<float[]> given,
        Argument number,
        Runnable inJava,
        IntBody body) {

    /** Returns buffers with the arrays, the result first, and the number. */
    List<Argument> arguments(Platform platform, List<Buffer> buffers) {
        List<Argument> arguments = new ArrayList<>();
        MemorySegment memory = memory();
        Buffer target =
                platform.buffer(
                        result instanceof int[] ? JAVA_INT : JAVA_FLOAT,
                        memory.byteSize() / Float.BYTES);
        target.write().copyFrom(memory);
        buffers.add(target);
        arguments.add(target.inOut(Mapping.whole()));
        for (float[] array : given) {
            Buffer buffer = platform.buffer(JAVA_FLOAT, array.length);
            buffer.write().copyFrom(MemorySegment.ofArray(array));
            buffers.add(buffer);
            arguments.add(buffer.in(Mapping.whole()));
        }
        arguments.add(number);
        return arguments;
    }

    /** Returns the result's memory. */
    MemorySegment memory() {
        return result instanceof int[] ints
                ? MemorySegment.ofArray(ints)
                : MemorySegment.ofArray((float[]) result);
    }

    /** Returns a hash of the result's bits. */
    int hash() {
        return result instanceof int[] ints
                ? Arrays.hashCode(ints)
                : Arrays.hashCode((float[]) result);
    }
}
