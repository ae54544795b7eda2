package org.anabranch.spi.support;

import org.anabranch.api.MemoryKind;
import org.anabranch.spi.DeviceException;

import java.util.Map;

/**
 * A count of a device's free bytes, by which an allocation is granted or rejected immediately (rule
 * 3.2). It does not ask the device, and works where the hardware would report exhaustion only at
 * the first use. Thread-safe.
 */
public final class MemoryBudget {
    private final String device;

    /**
     * Free bytes by kind; an array of numbers, so that freeing needs no memory. Guarded by this.
     */
    private final long[] left = new long[MemoryKind.values().length];

    /**
     * Creates a budget of which nothing is used.
     *
     * @param device name for errors
     * @param bytes of each kind, as in {@link org.anabranch.spi.DeviceInfo#memory}
     */
    public MemoryBudget(String device, Map<MemoryKind, Long> bytes) {
        this.device = device;
        bytes.forEach((kind, most) -> left[kind.ordinal()] = most);
    }

    /**
     * Takes bytes from the budget.
     *
     * @param bytes how many
     * @param kind of memory
     * @throws DeviceException if fewer are left
     */
    public synchronized void take(long bytes, MemoryKind kind) throws DeviceException {
        if (bytes > left(kind)) {
            throw new DeviceException(
                    "%s has %s bytes of %s memory left, not %s"
                            .formatted(device, left(kind), kind, bytes));
        }
        left[kind.ordinal()] -= bytes;
    }

    /**
     * Returns bytes to the budget.
     *
     * @param bytes taken before
     * @param kind of memory
     */
    public synchronized void give(long bytes, MemoryKind kind) {
        left[kind.ordinal()] += bytes;
    }

    /**
     * Returns the number of free bytes.
     *
     * @param kind of memory
     * @return the bytes that are left, 0 for a kind that the device does not have
     */
    public synchronized long left(MemoryKind kind) {
        return left[kind.ordinal()];
    }
}
