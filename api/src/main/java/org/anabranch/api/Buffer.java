package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * A logical array that has an instance in each domain that needs it, and one handle for all of
 * them. The platform tracks which ranges are valid in which domain and transfers missing data
 * before an action runs. {@link Domain#instantiate} and {@link Domain#evict} allocate and free an
 * instance explicitly.
 *
 * <table>
 * <caption>Validity and threads</caption>
 * <tr><th>object</th><th>valid</th><th>threads</th></tr>
 * <tr><td>this handle</td><td>until {@link #close}, or the end of its platform</td><td>any</td></tr>
 * <tr><td>the segment of {@link #read} and {@link #write}</td><td>as long as the handle</td><td>any; access after close throws</td></tr>
 * <tr><td>the segment given to a kernel</td><td>during that run</td><td>the one that runs the kernel</td></tr>
 * </table>
 *
 * <p>Host memory is outside the heap, aligned to 128 bytes, zeroed at first, in native byte order.
 */
@ProviderType
public interface Buffer extends AutoCloseable {

    /** {@return the given name, or a generated one} */
    String name();

    /** {@return the element type and the extents} */
    Shape shape();

    /**
     * {@return the options it was created with; a buffer that exists on the host only has just a
     * name}
     */
    default BufferOptions options() {
        return BufferOptions.named(name());
    }

    /**
     * Returns a range of this buffer, to pass to actions.
     *
     * @param region bytes of this buffer
     * @return the range
     * @throws RangeException if the region exceeds the buffer
     */
    default Range range(Region region) {
        return new Range(this, region);
    }

    /**
     * Returns a range of consecutive elements, in memory order.
     *
     * @param from first element
     * @param count number of elements
     * @return the range
     * @throws RangeException if it exceeds the buffer
     */
    default Range elements(long from, long count) {
        if (from < 0 || count < 0 || from > shape().elements() - count) {
            throw new RangeException(
                    "elements [%s, %s) are outside %s of %s"
                            .formatted(from, from + count, name(), shape().elements()));
        }
        long bytes = shape().element().byteSize();
        return range(Region.of(from * bytes, count * bytes));
    }

    /**
     * {@return the range of the whole buffer, which a kernel sees as one row of all elements; of a
     * matrix these are the bytes of {@code box(0, 0, rows, columns)}, which a kernel sees as rows
     * and columns}
     */
    default Range all() {
        return range(shape().whole());
    }

    /**
     * Returns a rectangle of a matrix.
     *
     * @param row first row
     * @param column first column
     * @param rows number of rows
     * @param columns number of columns
     * @return the range
     * @throws RangeException if it exceeds the buffer
     */
    default Range box(long row, long column, long rows, long columns) {
        return range(shape().box(0, row, column, 1, rows, columns));
    }

    /**
     * Returns a box of a buffer with three extents. A kernel sees it as slices, rows and columns.
     *
     * @param slice first slice
     * @param row first row
     * @param column first column
     * @param slices number of slices
     * @param rows number of rows
     * @param columns number of columns
     * @return the range
     * @throws RangeException if it exceeds the buffer
     */
    default Range box(long slice, long row, long column, long slices, long rows, long columns) {
        return range(shape().box(slice, row, column, slices, rows, columns));
    }

    /**
     * Divides a matrix into tiles; the last row and the last column of tiles may be smaller.
     *
     * @param rows rows per tile, at least 1
     * @param columns columns per tile, at least 1
     * @return the tiles
     * @throws RangeException if a tile is empty or the buffer has three extents
     */
    default Tiles tiles(long rows, long columns) {
        return new Tiles(this, rows, columns);
    }

    /**
     * Returns a loop operand that is read.
     *
     * @param mapping the range that a piece of the loop reads
     * @return the operand
     */
    default MappedOperand in(Mapping mapping) {
        return new MappedOperand(this, mapping, Mode.READ);
    }

    /**
     * Returns a loop operand of which every mapped byte is written.
     *
     * @param mapping the range that a piece of the loop writes
     * @return the operand
     */
    default MappedOperand out(Mapping mapping) {
        return new MappedOperand(this, mapping, Mode.WRITE);
    }

    /**
     * Returns a loop operand that is read and written.
     *
     * @param mapping the range that a piece of the loop uses
     * @return the operand
     */
    default MappedOperand inOut(Mapping mapping) {
        return new MappedOperand(this, mapping, Mode.READ_WRITE);
    }

    /**
     * Returns the host instance for reading, including the effects of all actions that have begun.
     * Waits for the transfers that this needs, but not for actions still queued: wait for those
     * with {@link Stream#await()} or {@link Finish#close()} first.
     *
     * @return read-only memory of the whole buffer
     * @throws UndefinedDataException if part of it should have been written by an action that
     *     failed
     * @throws DomainLostException if the only copy of a part was lost with its device
     * @throws ClosedException if the buffer is closed
     */
    MemorySegment read();

    /**
     * Returns the host instance for writing; otherwise as {@link #read}. The host instance becomes
     * the only valid one, and every range counts as defined. Write before passing ranges to
     * actions; to write again later, call this method again.
     *
     * @return memory of the whole buffer
     * @throws ClosedException if the buffer is closed
     */
    MemorySegment write();

    /**
     * Sets all elements: {@link #write} followed by a copy. The inverse is {@code
     * read().toArray(ValueLayout.JAVA_INT)}.
     *
     * @param elements in memory order, one for each element of the buffer
     * @throws RangeException if the number or the type of the elements differs
     * @throws ClosedException if the buffer is closed
     */
    default void set(int... elements) {
        Objects.requireNonNull(elements, "elements");
        MemorySegment array = MemorySegment.ofArray(elements);
        write().copyFrom(Elements.fitting(name(), shape(), array, int.class));
    }

    /**
     * Sets all elements: {@link #write} followed by a copy.
     *
     * @param elements in memory order, one for each element of the buffer
     * @throws RangeException if the number or the type of the elements differs
     * @throws ClosedException if the buffer is closed
     */
    default void set(long... elements) {
        Objects.requireNonNull(elements, "elements");
        MemorySegment array = MemorySegment.ofArray(elements);
        write().copyFrom(Elements.fitting(name(), shape(), array, long.class));
    }

    /**
     * Sets all elements: {@link #write} followed by a copy.
     *
     * @param elements in memory order, one for each element of the buffer
     * @throws RangeException if the number or the type of the elements differs
     * @throws ClosedException if the buffer is closed
     */
    default void set(float... elements) {
        Objects.requireNonNull(elements, "elements");
        MemorySegment array = MemorySegment.ofArray(elements);
        write().copyFrom(Elements.fitting(name(), shape(), array, float.class));
    }

    /**
     * Sets all elements: {@link #write} followed by a copy.
     *
     * @param elements in memory order, one for each element of the buffer
     * @throws RangeException if the number or the type of the elements differs
     * @throws ClosedException if the buffer is closed
     */
    default void set(double... elements) {
        Objects.requireNonNull(elements, "elements");
        MemorySegment array = MemorySegment.ofArray(elements);
        write().copyFrom(Elements.fitting(name(), shape(), array, double.class));
    }

    /**
     * Frees all instances once the actions that use them have ended. Later use throws {@link
     * ClosedException}. Idempotent.
     */
    @Override
    void close();
}
