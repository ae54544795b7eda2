package org.anabranch.dense;

import org.anabranch.api.Kernel;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The kernels for one element type. {@link TileCalls} provides their scalars; the first, {@code
 * form}, encodes layout, transposition, triangle, side and diagonal. A tile as wide as its buffer
 * arrives as one long row, so the scalars have all extents.
 */
public final class TileKernels {
    /** The kernels for {@code float}, whose names begin with s. */
    public static final TileKernels FLOATS = new TileKernels(true);

    /** The kernels for {@code double}, whose names begin with d. */
    public static final TileKernels DOUBLES = new TileKernels(false);

    private final Map<TileOperation, Kernel> kernels = new EnumMap<>(TileOperation.class);

    private TileKernels(boolean single) {
        for (TileOperation operation : TileOperation.values()) {
            kernels.put(operation, operation.kernel(single));
        }
    }

    /** {@return all kernels} */
    public List<Kernel> all() {
        return List.copyOf(kernels.values());
    }

    /**
     * Returns a kernel.
     *
     * @param operation that it computes
     * @return the kernel, always the same
     */
    public Kernel of(TileOperation operation) {
        return kernels.get(operation);
    }
}
