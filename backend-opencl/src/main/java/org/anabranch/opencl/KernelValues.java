package org.anabranch.opencl;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** Arguments of one launch in the driver's terms: the bits of each, and how many bytes count. */
final class KernelValues {
    private final long[] bits;
    private final byte[] sizes;
    private int count;

    /** Starts empty, with room for so many. */
    KernelValues(int room) {
        bits = new long[room];
        sizes = new byte[room];
    }

    void add(long value, int bytes) {
        bits[count] = value;
        sizes[count++] = (byte) bytes;
    }

    /**
     * Adds a scalar with the size of its type. Little-endian devices only, so the low bytes come
     * first.
     */
    void add(Number value) {
        switch (value) {
            case Integer number -> add(number, 4);
            case Long number -> add(number, 8);
            case Float number -> add(Float.floatToRawIntBits(number), 4);
            case Double number -> add(Double.doubleToRawLongBits(number), 8);
            default ->
                    throw new IllegalArgumentException(
                            "a scalar of type " + value.getClass().getName());
        }
    }

    int count() {
        return count;
    }

    /**
     * Gives the arguments to the kernel. Under the dispatcher's lock, so that no other launch comes
     * between this and the enqueue.
     */
    void set(LoadedKernel kernel, MemorySegment scratch) throws OpenClException {
        for (int i = 0; i < count; i++) {
            scratch.set(JAVA_LONG, 0, bits[i]);
            int status =
                    ClCommands.setArgument(kernel.handle().value(), i, sizes[i], scratch.address());
            if (status != ClStatus.SUCCESS) {
                throw new OpenClException(
                        "argument "
                                + i
                                + " of "
                                + kernel.name()
                                + ", given as "
                                + sizes[i]
                                + " bytes",
                        status);
            }
        }
    }
}
