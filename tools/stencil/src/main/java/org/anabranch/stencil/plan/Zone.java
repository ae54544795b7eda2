package org.anabranch.stencil.plan;

import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;

import java.util.List;

/**
 * The part of the grid that one device computes (ST-10). Boxes of cells are in coordinates of the
 * whole array. Immutable.
 *
 * @param id unique from 0, x varying fastest (ST-11)
 * @param place its part number on each axis
 * @param device number of the device that computes it
 * @param items its work-items
 * @param write the cells that it alone writes
 * @param local its array: the cells that it writes and reads
 * @param steps for each iteration of a period the launches, as boxes of work-items: those that
 *     neighbours wait for first, the inside last
 */
public record Zone(
        int id,
        Point place,
        int device,
        CellBox items,
        CellBox write,
        CellBox local,
        List<List<CellBox>> steps) {

    /** Copies the lists. */
    public Zone {
        steps = steps.stream().map(List::copyOf).toList();
    }

    /**
     * Converts cells to coordinates of the local array.
     *
     * @param cells in the coordinates of the whole array
     * @return the same in those of this zone's
     */
    public CellBox local(CellBox cells) {
        return cells.from(local.low());
    }
}
