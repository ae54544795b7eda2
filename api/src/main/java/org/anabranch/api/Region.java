package org.anabranch.api;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * A set of bytes of one buffer: a 1-D interval, or a 2-D or 3-D box with pitch. Immutable.
 *
 * <p>The region covers {@code depth} slices of {@code height} rows of {@code width} contiguous
 * bytes; row {@code r} of slice {@code s} starts at {@code offset + r * rowPitch + s * slicePitch}.
 * Pitches of a region with a single row (slice) are normalised to zero, so that equal descriptions
 * compare equal.
 *
 * @param offset first byte, from the start of the buffer
 * @param width contiguous bytes per row, at least 0
 * @param height rows per slice, at least 1
 * @param depth slices, at least 1
 * @param rowPitch bytes from one row to the next, at least {@code width} if there are several
 * @param slicePitch bytes from one slice to the next, at least the extent of a slice if there are
 *     several
 */
public record Region(
        long offset, long width, long height, long depth, long rowPitch, long slicePitch) {

    /**
     * Checks and normalises the values.
     *
     * @throws RangeException if an extent or pitch is invalid, or the last byte is beyond 2^63
     */
    public Region {
        if (offset < 0 || width < 0 || height < 1 || depth < 1) {
            throw new RangeException(
                    "impossible region: offset %s, extents %s x %s x %s"
                            .formatted(offset, width, height, depth));
        }
        rowPitch = height == 1 ? 0 : rowPitch;
        slicePitch = depth == 1 ? 0 : slicePitch;
        try {
            long slice = Math.addExact(Math.multiplyExact(height - 1, rowPitch), width);
            if (height > 1 && rowPitch < width || depth > 1 && slicePitch < slice) {
                throw new RangeException(
                        "rows or slices overlap: pitch %s, %s for width %s"
                                .formatted(rowPitch, slicePitch, width));
            }
            Math.addExact(offset, Math.addExact(Math.multiplyExact(depth - 1, slicePitch), slice));
        } catch (ArithmeticException overflow) {
            throw new RangeException("region reaches beyond 2^63 bytes", overflow);
        }
    }

    /**
     * Returns an interval.
     *
     * @param offset first byte
     * @param bytes length
     * @return the region of {@code bytes} contiguous bytes
     */
    public static Region of(long offset, long bytes) {
        return new Region(offset, bytes, 1, 1, 0, 0);
    }

    /**
     * Returns a rectangle.
     *
     * @param offset first byte
     * @param width bytes per row
     * @param height rows
     * @param rowPitch bytes from row to row
     * @return the region, an interval if its rows are adjacent
     */
    public static Region of(long offset, long width, long height, long rowPitch) {
        return height > 1 && rowPitch == width
                ? of(offset, Math.multiplyExact(width, height))
                : new Region(offset, width, height, 1, rowPitch, 0);
    }

    /** {@return the number of bytes in the region} */
    public long bytes() {
        return width * height * depth;
    }

    /** {@return the first byte after the last one of the region} */
    public long end() {
        return width == 0
                ? offset
                : offset + (depth - 1) * slicePitch + (height - 1) * rowPitch + width;
    }

    /** {@return true if the region is empty} */
    public boolean isEmpty() {
        return width == 0;
    }

    /** {@return true if the bytes are contiguous} */
    public boolean isInterval() {
        return height == 1 && depth == 1;
    }

    /**
     * Returns the offset of a row.
     *
     * @param row row within the slice
     * @param slice slice
     * @return its first byte, from the start of the buffer
     */
    public long rowOffset(long row, long slice) {
        return offset + row * rowPitch + slice * slicePitch;
    }

    /**
     * Copies the bytes of one region to another, row by row unless both are intervals. Both must
     * have the same number of bytes, and rows of the same width unless one of them is an interval,
     * which then holds the rows of the other without gaps.
     *
     * @param source the memory of the first region
     * @param from the region to read
     * @param target the memory of the second region
     * @param to the region to write
     * @throws IndexOutOfBoundsException if a region exceeds its segment
     * @throws IllegalStateException if a segment is closed
     */
    public static void copy(MemorySegment source, Region from, MemorySegment target, Region to) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(target, "target");
        if (from.isInterval() && to.isInterval()) {
            MemorySegment.copy(source, from.offset, target, to.offset, from.width);
            return;
        }
        Region rows = from.isInterval() ? to : from;
        long done = 0;
        for (long slice = 0; slice < rows.depth; slice++) {
            for (long row = 0; row < rows.height; row++) {
                MemorySegment.copy(
                        source,
                        from.start(row, slice, done),
                        target,
                        to.start(row, slice, done),
                        rows.width);
                done += rows.width;
            }
        }
    }

    private long start(long row, long slice, long done) {
        return isInterval() ? offset + done : rowOffset(row, slice);
    }

    /** {@return bytes and extents, as messages name them} */
    @Override
    public String toString() {
        return height == 1 && depth == 1
                ? "bytes %d to %d".formatted(offset, end())
                : "%d x %d x %d bytes from byte %d with pitches %d and %d"
                        .formatted(width, height, depth, offset, rowPitch, slicePitch);
    }
}
