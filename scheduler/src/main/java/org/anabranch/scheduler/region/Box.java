package org.anabranch.scheduler.region;

import org.anabranch.api.Region;
import org.anabranch.api.Shape;

import java.util.ArrayList;
import java.util.List;

/**
 * An axis-parallel box of the bytes of one buffer, in coordinates of its shape: bytes within a row,
 * rows within a slice, slices. Half-open in each.
 */
public record Box(long x0, long x1, long y0, long y1, long z0, long z1) {

    boolean contains(Box other) {
        return x0 <= other.x0
                && other.x1 <= x1
                && y0 <= other.y0
                && other.y1 <= y1
                && z0 <= other.z0
                && other.z1 <= z1;
    }

    public boolean overlaps(Box other) {
        return x0 < other.x1
                && other.x0 < x1
                && y0 < other.y1
                && other.y0 < y1
                && z0 < other.z1
                && other.z0 < z1;
    }

    /** Returns true if two regions of a buffer have bytes in common. */
    public static boolean overlap(Region one, Region other, Shape shape) {
        boolean inOrder = one.offset() <= other.offset();
        if (inOrder ? one.end() <= other.offset() : other.end() <= one.offset()) {
            return false;
        }
        List<Box> boxes = of(other, shape);
        return of(one, shape).stream().anyMatch(box -> boxes.stream().anyMatch(box::overlaps));
    }

    Box intersection(Box other) {
        return new Box(
                Math.max(x0, other.x0),
                Math.min(x1, other.x1),
                Math.max(y0, other.y0),
                Math.min(y1, other.y1),
                Math.max(z0, other.z0),
                Math.min(z1, other.z1));
    }

    /**
     * Adds disjoint boxes that are together this one without the other, which overlaps it; at most
     * six.
     */
    void subtract(Box hole, List<Box> rest) {
        long lowZ = Math.max(z0, hole.z0);
        long highZ = Math.min(z1, hole.z1);
        long lowY = Math.max(y0, hole.y0);
        long highY = Math.min(y1, hole.y1);
        addIfAny(rest, x0, x1, y0, y1, z0, lowZ);
        addIfAny(rest, x0, x1, y0, y1, highZ, z1);
        addIfAny(rest, x0, x1, y0, lowY, lowZ, highZ);
        addIfAny(rest, x0, x1, highY, y1, lowZ, highZ);
        addIfAny(rest, x0, Math.max(x0, hole.x0), lowY, highY, lowZ, highZ);
        addIfAny(rest, Math.min(x1, hole.x1), x1, lowY, highY, lowZ, highZ);
    }

    private static void addIfAny(
            List<Box> boxes, long x0, long x1, long y0, long y1, long z0, long z1) {
        if (x0 < x1 && y0 < y1 && z0 < z1) {
            boxes.add(new Box(x0, x1, y0, y1, z0, z1));
        }
    }

    public long bytes() {
        return (x1 - x0) * (y1 - y0) * (z1 - z0);
    }

    /** The same bytes as a region of a buffer of that shape. */
    public Region region(Shape shape) {
        long pitch = shape.rowPitch();
        long offset = z0 * shape.slicePitch() + y0 * pitch + x0;
        boolean fullRows = x1 - x0 == pitch;
        boolean fullSlices = fullRows && y1 - y0 == shape.rows();
        if (fullSlices) {
            return Region.of(offset, (z1 - z0) * shape.slicePitch());
        }
        if (fullRows) {
            return new Region(offset, (y1 - y0) * pitch, z1 - z0, 1, shape.slicePitch(), 0);
        }
        return y1 - y0 == 1 && z1 - z0 > 1
                ? new Region(offset, x1 - x0, z1 - z0, 1, shape.slicePitch(), 0)
                : new Region(offset, x1 - x0, y1 - y0, z1 - z0, pitch, shape.slicePitch());
    }

    /**
     * The box that a region is, or null if it is empty or takes several.
     *
     * @param pitch bytes per row of the shape
     */
    static Box single(Region region, long pitch, long rows) {
        long row = region.offset() / pitch;
        long x = region.offset() - row * pitch;
        long z = row < rows ? 0 : row / rows;
        long y = row - z * rows;
        long width = region.width();
        if (x + width > pitch) {
            return region.isInterval() && x == 0 ? full(y, z, width, pitch, rows) : null;
        }
        boolean aligned =
                (region.height() == 1 || region.rowPitch() == pitch)
                        && (region.depth() == 1 || region.slicePitch() == rows * pitch)
                        && y + region.height() <= rows
                        && width > 0;
        return aligned
                ? new Box(x, x + width, y, y + region.height(), z, z + region.depth())
                : null;
    }

    /**
     * Some bytes from the start of a row on as one box, of full rows or of full slices; or null.
     */
    private static Box full(long y, long z, long bytes, long pitch, long rows) {
        long count = bytes / pitch;
        if (count * pitch != bytes) {
            return null;
        }
        if (y + count <= rows) {
            return new Box(0, pitch, y, y + count, z, z + 1);
        }
        return y == 0 && count % rows == 0 ? new Box(0, pitch, 0, rows, z, z + count / rows) : null;
    }

    /**
     * The bytes of a region as disjoint boxes: one for a box of the shape, few for an interval, one
     * per row otherwise.
     */
    public static List<Box> of(Region region, Shape shape) {
        long pitch = shape.rowPitch();
        long rows = shape.rows();
        Box single = single(region, pitch, rows);
        if (single != null) {
            return List.of(single);
        }
        List<Box> boxes = new ArrayList<>();
        if (region.isEmpty()) {
            return boxes;
        }
        for (long slice = 0; slice < region.depth(); slice++) {
            for (long row = 0; row < region.height(); row++) {
                long start = region.rowOffset(row, slice);
                addInterval(start, start + region.width(), pitch, rows, boxes);
            }
        }
        return boxes;
    }

    private static void addInterval(long start, long end, long pitch, long rows, List<Box> boxes) {
        long slice = rows * pitch;
        long at = start;
        while (at < end) {
            long z = at / slice;
            long y = at % slice / pitch;
            long x = at % pitch;
            if (x == 0 && y == 0 && end - at >= slice) {
                long slices = (end - at) / slice;
                boxes.add(new Box(0, pitch, 0, rows, z, z + slices));
                at += slices * slice;
            } else if (x == 0 && end - at >= pitch) {
                long whole = Math.min((end - at) / pitch, rows - y);
                boxes.add(new Box(0, pitch, y, y + whole, z, z + 1));
                at += whole * pitch;
            } else {
                long width = Math.min(end - at, pitch - x);
                boxes.add(new Box(x, x + width, y, y + 1, z, z + 1));
                at += width;
            }
        }
    }
}
