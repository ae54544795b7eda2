package org.anabranch.scheduler.place;

import org.anabranch.api.Kernel;

import java.util.HashMap;
import java.util.Map;

/**
 * The times of one kernel, by size and domain. Sizes within a power of two count as one. Not
 * thread-safe.
 */
public final class KernelHistory {
    private final Map<Integer, SizeTimes> sizes = new HashMap<>();
    private final CostBook before;
    private final Kernel kernel;

    /** Nothing is known. */
    public KernelHistory() {
        this(null, null);
    }

    /**
     * Creates a history from the known costs of the same code.
     *
     * @param before the known costs, or null
     */
    public KernelHistory(CostBook before, Kernel kernel) {
        this.before = before;
        this.kernel = kernel;
    }

    /**
     * {@return the times of a size}
     *
     * @param bytes that it uses
     * @param indices that it runs over
     */
    public SizeTimes of(long bytes, long indices) {
        int size = size(bytes, indices);
        SizeTimes times = sizes.get(size);
        if (times == null) {
            if (sizes.size() >= PlaceTuning.FOLLOWED_SIZES) {
                sizes.clear();
            }
            times =
                    before == null
                            ? new SizeTimes()
                            : new SizeTimes(site -> before.nanos(kernel, site, size));
            sizes.put(size, times);
        }
        return times;
    }

    /** Nanoseconds of a size in the domain where it is fastest; 0 if it never ran. */
    public double least(long bytes, long indices) {
        SizeTimes times = sizes.get(size(bytes, indices));
        return times == null ? 0 : times.least();
    }

    /** A number for sizes that count as one. */
    static int size(long bytes, long indices) {
        return Long.SIZE * (Long.SIZE - Long.numberOfLeadingZeros(bytes))
                + Long.SIZE
                - Long.numberOfLeadingZeros(indices);
    }
}
