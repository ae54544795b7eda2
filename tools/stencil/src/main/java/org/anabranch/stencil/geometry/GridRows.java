package org.anabranch.stencil.geometry;

import org.anabranch.api.Region;
import org.anabranch.api.Shape;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The memory layout of grids: x fastest, rows without padding. */
public final class GridRows {
    private GridRows() {}

    /**
     * Returns the shape of an array.
     *
     * @param type of the cells
     * @param size extents, x first
     * @param rank axes in use, 1 to 3
     * @return the shape in the order of buffers: the slowest axis first
     */
    public static Shape shape(ValueLayout type, Point size, int rank) {
        Long[] extents = new Long[rank];
        for (int axis = 0; axis < rank; axis++) {
            extents[rank - 1 - axis] = size.get(axis);
        }
        return new Shape(type, java.util.List.of(extents));
    }

    /**
     * Returns the extents of a shape as an array, to create a buffer.
     *
     * @param shape of the buffer
     * @return its extents, the slowest axis first
     */
    public static long[] extents(Shape shape) {
        return shape.extents().stream().mapToLong(Long::longValue).toArray();
    }

    /**
     * Returns the bytes of a box.
     *
     * @param shape of an array of at most three dimensions
     * @param box cells of it
     * @return their region
     */
    public static Region region(Shape shape, CellBox box) {
        Point size = box.size();
        return shape.box(box.low().z(), box.low().y(), box.low().x(), size.z(), size.y(), size.x());
    }

    /**
     * Copies a box of one array to a box of another.
     *
     * @param from the one array
     * @param fromSize its extents
     * @param source the box in it
     * @param to the other array
     * @param toSize its extents
     * @param target the box in it, of the same extents as the source
     * @param bytes of a cell
     */
    public static void copy(
            MemorySegment from,
            Point fromSize,
            CellBox source,
            MemorySegment to,
            Point toSize,
            CellBox target,
            int bytes) {
        Point count = source.size();
        for (long z = 0; z < count.z(); z++) {
            for (long y = 0; y < count.y(); y++) {
                long at = offset(fromSize, source.low(), y, z) * bytes;
                long into = offset(toSize, target.low(), y, z) * bytes;
                MemorySegment.copy(from, at, to, into, count.x() * bytes);
            }
        }
    }

    private static long offset(Point size, Point low, long y, long z) {
        return ((low.z() + z) * size.y() + low.y() + y) * size.x() + low.x();
    }
}
