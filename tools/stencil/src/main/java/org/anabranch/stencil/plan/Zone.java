package org.anabranch.stencil.plan;

import org.anabranch.stencil.geometry.Box;
import org.anabranch.stencil.geometry.Point;

import java.util.List;

/**
 * What one device computes (ST-10). Boxes of cells are in coordinates of the whole array.
 * Immutable.
 *
 * @param id unique from 0, x varying fastest (ST-11)
 * @param place which part it is on each axis
 * @param device number of the device that computes it
 * @param items its work-items
 * @param write the cells that it writes and that nobody else does
 * @param local its array: what it writes and what it reads
 * @param steps for each iteration of a period the launches, as boxes of work-items: what neighbours
 *     wait for first, the inside last
 */
public record Zone(
        int id, Point place, int device, Box items, Box write, Box local, List<List<Box>> steps) {

    /** Copies. */
    public Zone {
        steps = steps.stream().map(List::copyOf).toList();
    }

    /**
     * Moves cells to coordinates of the local array.
     *
     * @param cells in the coordinates of the whole array
     * @return the same in those of this zone's
     */
    public Box local(Box cells) {
        return cells.from(local.low());
    }
}
