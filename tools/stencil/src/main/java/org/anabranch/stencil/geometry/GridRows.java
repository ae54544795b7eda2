package org.anabranch.stencil.geometry;

import org.anabranch.api.Region;
import org.anabranch.api.Shape;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/** The memory layout of grids: x fastest, rows without padding. */
public final class GridRows {
    private GridRows() {}

    /**
     * Returns the extents of an array in the order of buffers.
     *
     * @param size extents, x first
     * @param rank axes in use, 1 to 3
     * @return the extents, the slowest axis first
     */
    public static long[] extents(Point size, int rank) {
        return IntStream.range(0, rank).mapToLong(axis -> size.get(rank - 1 - axis)).toArray();
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
                Point row = new Point(0, y, z);
                long at = source.low().plus(row).index(fromSize) * bytes;
                long into = target.low().plus(row).index(toSize) * bytes;
                MemorySegment.copy(from, at, to, into, count.x() * bytes);
            }
        }
    }
}
