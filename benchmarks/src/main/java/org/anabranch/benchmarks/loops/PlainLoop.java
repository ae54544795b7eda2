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
import java.util.SplittableRandom;

/**
 * A loop in plain Java, with the data for its hand-written peer: arrays, a kernel, and the kernel's
 * arguments, the result first.
 */
abstract class PlainLoop {
    static final int LANES = 16;

    /** The number of iterations. */
    final int count;

    /** The number of iterations of a work-item of the peer. */
    final int perItem;

    final Object result;
    private final List<float[]> given;

    PlainLoop(int count, int perItem, Object result, float[]... given) {
        this.count = count;
        this.perItem = perItem;
        this.result = result;
        this.given = List.of(given);
    }

    /** Runs the loop as a programmer writes it. */
    abstract void inJava();

    /** Returns one iteration of it. */
    abstract IntBody body();

    abstract List<Argument> numbers();

    /** Returns true if each round has the same result. */
    boolean isRepeatable() {
        return true;
    }

    /**
     * Returns a loop.
     *
     * @param scale 0 for a size to see that it works, 1 for one that suits a few processors, 2 for
     *     one that suits a GPU
     */
    static PlainLoop of(String name, int scale) {
        return switch (name) {
            case "product" -> new ProductLoops(new int[] {128, 512, 1024}[scale]);
            case "mandelbrot" -> new Mandelbrot(new int[] {128, 1024, 2048}[scale]);
            case "bodies" -> new ContestBodies(new int[] {512, 8192, 16384}[scale]);
            case "space" -> new SpaceLoops(new int[] {512, 4096, 16384}[scale]);
            case "saxpy" -> new Saxpy(new int[] {1 << 14, 4 << 20, 16 << 20}[scale]);
            default -> throw new IllegalArgumentException("no loop " + name);
        };
    }

    /** Returns buffers with the arrays, and the numbers. */
    final List<Argument> arguments(Platform platform, List<Buffer> buffers) {
        List<Argument> arguments = new ArrayList<>();
        Buffer target =
                platform.buffer(
                        result instanceof int[] ? JAVA_INT : JAVA_FLOAT,
                        java.lang.reflect.Array.getLength(result));
        target.write().copyFrom(memory(result));
        buffers.add(target);
        arguments.add(target.inOut(Mapping.whole()));
        for (float[] array : given) {
            Buffer buffer = platform.buffer(JAVA_FLOAT, array.length);
            buffer.write().copyFrom(MemorySegment.ofArray(array));
            buffers.add(buffer);
            arguments.add(buffer.in(Mapping.whole()));
        }
        arguments.addAll(numbers());
        return arguments;
    }

    static MemorySegment memory(Object array) {
        return array instanceof int[] ints
                ? MemorySegment.ofArray(ints)
                : MemorySegment.ofArray((float[]) array);
    }

    /** Returns a hash of the result's bits. */
    final int hash() {
        return result instanceof int[] ints
                ? Arrays.hashCode(ints)
                : Arrays.hashCode((float[]) result);
    }

    static float[] floats(int length, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] floats = new float[length];
        for (int i = 0; i < length; i++) {
            floats[i] = (float) random.nextDouble();
        }
        return floats;
    }
}
