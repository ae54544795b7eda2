package org.anabranch.stencil.geometry;

import java.util.function.IntToLongFunction;

/**
 * A position, an offset or an extent in cells or work-items. Axis 0 is x, the fastest in memory and
 * {@code get_global_id(0)}; then y, z. Axes beyond the rank have 0 in positions and offsets, 1 in
 * extents. Immutable.
 *
 * @param x axis 0
 * @param y axis 1
 * @param z axis 2
 */
public record Point(long x, long y, long z) {

    /** The origin. */
    public static final Point ZERO = new Point(0, 0, 0);

    /** The extent of one cell. */
    public static final Point ONE = new Point(1, 1, 1);

    /**
     * Returns a point with computed values.
     *
     * @param rank axes in use
     * @param beyond the value of the other axes
     * @param value of an axis in use
     * @return the point
     */
    public static Point of(int rank, long beyond, IntToLongFunction value) {
        return new Point(
                rank > 0 ? value.applyAsLong(0) : beyond,
                rank > 1 ? value.applyAsLong(1) : beyond,
                rank > 2 ? value.applyAsLong(2) : beyond);
    }

    /**
     * Returns the position with an index: the inverse of {@link #index}.
     *
     * @param index from 0, x fastest
     * @param extents of the grid
     * @return the position
     */
    public static Point at(long index, Point extents) {
        return new Point(
                index % extents.x, index / extents.x % extents.y, index / extents.x / extents.y);
    }

    /**
     * Returns the index of this position in a grid.
     *
     * @param extents of the grid
     * @return the index from 0, x fastest
     */
    public long index(Point extents) {
        return (z * extents.y + y) * extents.x + x;
    }

    /**
     * Returns the value of an axis.
     *
     * @param axis 0 to 2
     * @return the value
     */
    public long get(int axis) {
        return switch (axis) {
            case 0 -> x;
            case 1 -> y;
            case 2 -> z;
            default -> throw new IndexOutOfBoundsException(axis);
        };
    }

    /**
     * Replaces the value of an axis.
     *
     * @param axis 0 to 2
     * @param value the new value
     * @return the changed point
     */
    public Point with(int axis, long value) {
        return new Point(axis == 0 ? value : x, axis == 1 ? value : y, axis == 2 ? value : z);
    }

    /**
     * Returns the sum.
     *
     * @param other another point
     * @return the sum, axis by axis
     */
    public Point plus(Point other) {
        return new Point(x + other.x, y + other.y, z + other.z);
    }

    /**
     * Returns the difference.
     *
     * @param other another point
     * @return the difference, axis by axis
     */
    public Point minus(Point other) {
        return new Point(x - other.x, y - other.y, z - other.z);
    }

    /** {@return the product of the three values} */
    public long product() {
        return Math.multiplyExact(Math.multiplyExact(x, y), z);
    }

    /**
     * Returns the first values as text.
     *
     * @param rank how many axes to show
     * @return such as {@code 4096 x 1024}
     */
    public String extents(int rank) {
        StringBuilder text = new StringBuilder().append(x);
        for (int axis = 1; axis < rank; axis++) {
            text.append(" x ").append(get(axis));
        }
        return text.toString();
    }
}
