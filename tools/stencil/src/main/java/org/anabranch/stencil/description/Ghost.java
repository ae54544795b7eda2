package org.anabranch.stencil.description;

import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;

import java.util.List;

/**
 * The ghost zone: the cells that a work-item reads around the cell that it writes. Immutable.
 *
 * @param array the array that is read
 * @param lower lowest offset per axis, at most 0
 * @param upper highest offset per axis, at least 0
 * @param points offset vectors inside the box; if empty, the full box
 */
public record Ghost(String array, Point lower, Point upper, List<Point> points) {

    /** Copies the list. */
    public Ghost {
        points = List.copyOf(points);
    }

    /** {@return the box of all offsets} */
    public CellBox box() {
        return new CellBox(lower, upper.plus(Point.ONE));
    }

    /** {@return the offsets as boxes: the points, or the full box} */
    public List<CellBox> offsets() {
        return points.isEmpty()
                ? List.of(box())
                : points.stream().map(point -> new CellBox(point, point.plus(Point.ONE))).toList();
    }

    /**
     * Returns the projection of the dependent points on an axis (ST-05).
     *
     * @param axis 0 to 2
     * @return highest minus lowest offset
     */
    public long projection(int axis) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (CellBox offset : offsets()) {
            low = Math.min(low, offset.low().get(axis));
            high = Math.max(high, offset.high().get(axis) - 1);
        }
        return high - low;
    }
}
