package org.anabranch.api;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;

/**
 * The element type and the extents of a buffer. Immutable. The order of extents is that of a Java
 * array: the last one is contiguous in memory, so a matrix is {@code rows, columns}. Rows are
 * stored without padding.
 *
 * @param element a number or character, naturally aligned, in native byte order
 * @param extents one to three extents in elements, outermost first, each at least 1
 */
public record Shape(ValueLayout element, List<Long> extents) {

    /**
     * Checks the values.
     *
     * @throws RangeException if the element is a boolean, an address, of another byte order or not
     *     naturally aligned, or if there are no or more than three extents, one is not positive, or
     *     the size overflows
     */
    public Shape {
        requireNative(element);
        for (int i = 0; i < extents.size(); i++) {
            Objects.requireNonNull(extents.get(i), "extent " + i);
        }
        extents = List.copyOf(extents);
        if (extents.isEmpty() || extents.size() > 3) {
            throw new RangeException("a buffer has 1 to 3 extents, not " + extents.size());
        }
        long bytes = element.byteSize();
        for (long extent : extents) {
            if (extent < 1) {
                throw new RangeException("extents must be positive: " + extents);
            }
            try {
                bytes = Math.multiplyExact(bytes, extent);
            } catch (ArithmeticException overflow) {
                throw new RangeException("extents " + extents + " exceed 2^63 bytes", overflow);
            }
        }
    }

    private static void requireNative(ValueLayout element) {
        long bytes = element.byteSize();
        boolean number =
                !(element instanceof AddressLayout || element instanceof ValueLayout.OfBoolean);
        if (!number
                || element.byteAlignment() != bytes
                || bytes > 1 && element.order() != ByteOrder.nativeOrder()) {
            throw new RangeException(
                    "the elements of a buffer are numbers in native byte order, naturally aligned,"
                            + " not "
                            + element);
        }
    }

    /** {@return the number of extents, 1 to 3} */
    public int rank() {
        return extents.size();
    }

    /** {@return the size in bytes} */
    public long bytes() {
        return elements() * element.byteSize();
    }

    /** {@return the number of elements} */
    public long elements() {
        long product = 1;
        for (long extent : extents) {
            product *= extent;
        }
        return product;
    }

    /** {@return the contiguous extent, in elements} */
    public long columns() {
        return extents.getLast();
    }

    /** {@return bytes from one row to the next} */
    public long rowPitch() {
        return columns() * element.byteSize();
    }

    /** {@return the number of rows per slice: the middle extent, or the first of a matrix, or 1} */
    public long rows() {
        return rank() == 1 ? 1 : extents.get(rank() - 2);
    }

    /** {@return the number of slices: the first of three extents, or 1} */
    public long slices() {
        return rank() == 3 ? extents.getFirst() : 1;
    }

    /** {@return bytes from one slice to the next} */
    public long slicePitch() {
        return rows() * rowPitch();
    }

    /** {@return the region of the whole buffer} */
    public Region whole() {
        return Region.of(0, bytes());
    }

    /**
     * Returns the box of elements that starts at (slice, row, column) and has the given extents.
     *
     * @param slice first slice
     * @param row first row
     * @param column first column
     * @param slices number of slices
     * @param rows number of rows
     * @param columns number of columns
     * @return its bytes, row by row even if the rows are adjacent, so that kernels see its shape
     * @throws RangeException if the box exceeds the buffer
     */
    public Region box(long slice, long row, long column, long slices, long rows, long columns) {
        check("slice", slice, slices, slices());
        check("row", row, rows, rows());
        check("column", column, columns, columns());
        long bytes = element.byteSize();
        long offset = slice * slicePitch() + row * rowPitch() + column * bytes;
        if (slices == 0 || rows == 0 || columns == 0) {
            return Region.of(offset, 0);
        }
        return new Region(offset, columns * bytes, rows, slices, rowPitch(), slicePitch());
    }

    private void check(String what, long from, long count, long extent) {
        if (from < 0 || count < 0 || from > extent - count) {
            throw new RangeException(
                    "%ss [%s, %s) are outside [0, %s)".formatted(what, from, from + count, extent));
        }
    }
}
