package org.anabranch.stencil.geometry;

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
