package org.anabranch.spi.support;

import org.anabranch.api.MemoryKind;
import org.anabranch.spi.DeviceException;

import java.util.Map;

/**
 * Counts the bytes of a device, so that an allocation is granted or refused at once (rule 3.2),
 * without asking the device, and also where the hardware would notice only at the first use. For
 * any thread.
 */
public final class MemoryBudget {
    private final String device;

    /** By kind; numbers, since to give back must need no memory. Guarded by this. */
    private final long[] left = new long[MemoryKind.values().length];

    /**
     * All is free.
     *
     * @param device names it in errors
     * @param bytes of each kind, as in {@link org.anabranch.spi.DeviceInfo#memory}
     */
    public MemoryBudget(String device, Map<MemoryKind, Long> bytes) {
        this.device = device;
        bytes.forEach((kind, most) -> left[kind.ordinal()] = most);
    }

    /**
     * Takes bytes, to be given back.
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
     * Gives bytes back.
     *
     * @param bytes taken before
     * @param kind of memory
     */
    public synchronized void give(long bytes, MemoryKind kind) {
        left[kind.ordinal()] += bytes;
    }

    /**
     * What can be taken.
     *
     * @param kind of memory
     * @return the bytes that are left, 0 of a kind that the device has not
     */
    public synchronized long left(MemoryKind kind) {
        return left[kind.ordinal()];
    }
}
