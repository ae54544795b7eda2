package org.anabranch.benchmarks.loops;

import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * A loop of the table with its data: marked, and as a parallel stream with the same result.
 *
 * @param result the array that it writes
 * @param loop runs the marked loop once
 * @param stream runs the same once as a parallel stream; null if it cannot be one
 */
public record TableLoop(Object result, Runnable loop, Runnable stream) {

    /** Creates a loop that cannot be a stream. */
    public TableLoop(Object result, Runnable loop) {
        this(result, loop, null);
    }

    /** Creates a loop of so many independent iterations, of which the stream runs each. */
    public TableLoop(Object result, Runnable loop, int count, IntConsumer iteration) {
        this(result, loop, () -> IntStream.range(0, count).parallel().forEach(iteration));
    }
}
