package org.anabranch.opencl.kernel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.opencl.driver.ClCommands;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.ClStatus;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.spi.DeviceException;

import java.lang.foreign.MemorySegment;

/**
 * Arguments of one launch in the driver's terms: the bits of each, and how many bytes count. Of
 * memory it holds a use until it is released.
 */
public final class KernelValues {
    private static final int POINTER_BYTES = 8;

    private final long[] bits;
    private final byte[] sizes;
    private final ClHandle[] memory;
    private int count;

    /** Creates an empty list with a capacity. */
    public KernelValues(int room) {
        bits = new long[room];
        sizes = new byte[room];
        memory = new ClHandle[room];
    }

    /** {@return the number of values so far} */
    int count() {
        return count;
    }

    public void add(long value, int bytes) {
        bits[count] = value;
        sizes[count++] = (byte) bytes;
    }

    /** Adds a pointer to memory and takes a use of that. */
    void addUseOf(ClHandle used) throws DeviceException {
        if (!used.retain()) {
            throw new DeviceException(used + " is released");
        }
        addUsed(used);
    }

    /** Adds a pointer to memory and takes the caller's use of it over. */
    void addUsed(ClHandle used) {
        memory[count] = used;
        add(used.value(), POINTER_BYTES);
    }

    /**
     * Adds a scalar with the size of its type. Little-endian devices only, so the low bytes come
     * first.
     */
    public void add(Number value) {
        if (value instanceof Integer number) {
            add(number, 4);
        } else if (value instanceof Long number) {
            add(number, 8);
        } else if (value instanceof Float number) {
            add(Float.floatToRawIntBits(number), 4);
        } else if (value instanceof Double number) {
            add(Double.doubleToRawLongBits(number), 8);
        } else {
            throw new IllegalArgumentException("a scalar of type " + value.getClass().getName());
        }
    }

    /** The driver may go on using the memory. */
    void leave() {
        for (int i = 0; i < count; i++) {
            if (memory[i] != null) {
                memory[i].leave();
            }
        }
    }

    /** Gives the uses of memory back. */
    void release() {
        for (int i = 0; i < count; i++) {
            if (memory[i] != null) {
                memory[i].release();
            }
        }
    }

    /**
     * Returns true if another list has the same value at a position. A handle is not enough: the
     * driver may have given a new object the place of an old one.
     */
    boolean isSame(KernelValues other, int i) {
        return bits[i] == other.bits[i]
                && sizes[i] == other.sizes[i]
                && memory[i] == other.memory[i];
    }

    /**
     * Sets an argument of a driver's kernel.
     *
     * @param kernel its handle
     * @param name of the kernel, for the message
     * @param scratch eight bytes
     */
    void set(long kernel, String name, int index, MemorySegment scratch) throws OpenClException {
        scratch.set(JAVA_LONG, 0, bits[index]);
        int status = ClCommands.setArgument(kernel, index, sizes[index], scratch.address());
        if (status != ClStatus.SUCCESS) {
            throw new OpenClException(
                    "argument %s of %s, given as %s bytes".formatted(index, name, sizes[index]),
                    status);
        }
    }
}
