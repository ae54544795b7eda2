package org.anabranch.loops.device;

import org.anabranch.loops.emit.EmitOptions.Collapse;
import org.anabranch.loops.emit.OpenClEmitter;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.nest.InnerDimension;
import org.anabranch.loops.nest.LoopNest;

import java.util.Optional;

/**
 * The decision to make an inner loop a dimension of the index space, for devices that need many
 * work-items and read neighbouring memory together.
 *
 * @param way the order of the dimensions, or none
 * @param width iterations of the inner loop; 1 if it is no dimension
 */
record CollapseChoice(Collapse way, int width) {
    static final CollapseChoice NONE = new CollapseChoice(Collapse.NONE, 1);

    /** Work-items that are enough for every device. */
    private static final long ENOUGH = 1 << 17;

    /** Inner iterations that a work-item runs, if there are enough work-items without them. */
    private static final long FEW = 32;

    /** The largest number of work-items; kernels count them in 32 bits. */
    private static final long MOST = Integer.MAX_VALUE;

    /** The largest number of work-items that report faults, each in a byte that is sent back. */
    private static final long MOST_GUARDED = 1 << 24;

    /**
     * Chooses.
     *
     * @param body of the parallel loop
     * @param nest the parallel loop at a call
     * @param iterations of the parallel loop
     * @param whole true if the loop is not cut into pieces
     */
    static CollapseChoice of(LoopBody body, LoopNest nest, long iterations, boolean whole) {
        Optional<InnerDimension> proved =
                OpenClEmitter.collapsible(body).flatMap(loop -> InnerDimension.of(nest, loop));
        if (proved.isEmpty()) {
            return NONE;
        }
        long width = proved.get().rounds();
        long most = nest.hazards().isEmpty() ? MOST : MOST_GUARDED;
        boolean enough = iterations >= ENOUGH;
        if (width < 2 || width > most / iterations || enough && width < FEW) {
            return NONE;
        }
        if (proved.get().inner() <= proved.get().outer()) {
            return new CollapseChoice(Collapse.INNER_FASTEST, (int) width);
        }
        return enough || !whole ? NONE : new CollapseChoice(Collapse.OUTER_FASTEST, (int) width);
    }
}
