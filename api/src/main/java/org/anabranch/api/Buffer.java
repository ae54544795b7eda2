package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * One logical array, with an instance in each domain that needs it; named by this one handle
 * everywhere. Which ranges are valid where is the platform's business: what an action needs and is
 * missing is transferred first. {@link Domain#instantiate} and {@link Domain#evict} make and give
 * back an instance by hand.
 *
 * <table>
 * <caption>Who may use what, when</caption>
 * <tr><th>what</th><th>valid</th><th>threads</th></tr>
 * <tr><td>this handle</td><td>until {@link #close}, or the end of its platform</td><td>any</td></tr>
 * <tr><td>the segment of {@link #read} and {@link #write}</td><td>as long as the handle</td><td>any; access after close throws</td></tr>
 * <tr><td>the segment given to a kernel</td><td>during that run</td><td>the one that runs it</td></tr>
 * </table>
 *
 * Host memory is outside the heap, aligned to 128 bytes, zero at first, in native byte order.
 */
@ProviderType
public interface Buffer extends AutoCloseable {

    /** {@return the name given, or one made from a number} */
    String name();

    /** {@return element type and extents} */
    Shape shape();

    /** {@return what it was made with; a buffer that is on the host alone has only a name} */
    default BufferOptions options() {
        return BufferOptions.named(name());
    }

    /**
     * The bytes {@code region} as something to hand to actions.
     *
     * @param region bytes of this buffer
     * @return the range
     * @throws RangeException if it leaves the buffer
     */
    default Range range(Region region) {
        return new Range(this, region);
    }

    /**
     * Consecutive elements, in memory order.
     *
     * @param from first element
     * @param count number of elements
     * @return the range
     * @throws RangeException if it leaves the buffer
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
     * {@return the range of everything, which a kernel sees as one row of all elements; the same
     * bytes as {@code box(0, 0, rows, columns)} of a matrix, of which it sees rows and columns}
     */
    default Range all() {
        return range(shape().whole());
    }

    /**
     * Part of a matrix.
     *
     * @param row first row
     * @param column first column
     * @param rows number of rows
     * @param columns number of columns
     * @return the range
     * @throws RangeException if it leaves the buffer
     */
    default Range box(long row, long column, long rows, long columns) {
        return range(shape().box(0, row, column, 1, rows, columns));
    }

    /**
     * Part of a buffer of three extents. A kernel that is given it sees slices, rows and columns.
     *
     * @param slice first slice
     * @param row first row
     * @param column first column
     * @param slices number of slices
     * @param rows number of rows
     * @param columns number of columns
     * @return the range
     * @throws RangeException if it leaves the buffer
     */
    default Range box(long slice, long row, long column, long slices, long rows, long columns) {
        return range(shape().box(slice, row, column, slices, rows, columns));
    }

    /**
     * A matrix cut into tiles; the last row and column of tiles may be smaller.
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
     * An operand of a loop that is read.
     *
     * @param mapping what a piece of the loop reads
     * @return the operand
     */
    default MappedOperand in(Mapping mapping) {
        return new MappedOperand(this, mapping, Mode.READ);
    }

    /**
     * An operand of a loop of which every mapped byte is written.
     *
     * @param mapping what a piece of the loop writes
     * @return the operand
     */
    default MappedOperand out(Mapping mapping) {
        return new MappedOperand(this, mapping, Mode.WRITE);
    }

    /**
     * An operand of a loop that is read and written.
     *
     * @param mapping what a piece of the loop uses
     * @return the operand
     */
    default MappedOperand inOut(Mapping mapping) {
        return new MappedOperand(this, mapping, Mode.READ_WRITE);
    }

    /**
     * The host instance for reading, current as of the actions that have begun. Waits for the
     * transfers that this needs, not for actions still queued: wait for those with {@link
     * Stream#await()} or {@link Finish#close()} first.
     *
     * @return read-only memory of the whole buffer
     * @throws UndefinedDataException if part of it should have been written by an action that
     *     failed
     * @throws DomainLostException if the only copy of a part was lost with its device
     * @throws ClosedException if the buffer is closed
     */
    MemorySegment read();

    /**
     * As {@link #read}, for writing: the host instance becomes the only valid one, and every range
     * counts as defined. Write before handing ranges to actions; to write again later, call again.
     *
     * @return memory of the whole buffer
     * @throws ClosedException if the buffer is closed
     */
    MemorySegment write();

    /**
     * Sets all elements, as {@link #write} and a copy do. The way back is {@code
     * read().toArray(ValueLayout.JAVA_INT)}.
     *
     * @param elements in memory order, as many as there are
     * @throws RangeException if there are not as many, or they are of another type
     * @throws ClosedException if the buffer is closed
     */
    default void set(int... elements) {
        Objects.requireNonNull(elements, "elements");
        MemorySegment array = MemorySegment.ofArray(elements);
        write().copyFrom(Elements.fitting(name(), shape(), array, int.class));
    }

    /**
     * Sets all elements, as {@link #write} and a copy do.
     *
     * @param elements in memory order, as many as there are
     * @throws RangeException if there are not as many, or they are of another type
     * @throws ClosedException if the buffer is closed
     */
    default void set(long... elements) {
        Objects.requireNonNull(elements, "elements");
        MemorySegment array = MemorySegment.ofArray(elements);
        write().copyFrom(Elements.fitting(name(), shape(), array, long.class));
    }

    /**
     * Sets all elements, as {@link #write} and a copy do.
     *
     * @param elements in memory order, as many as there are
     * @throws RangeException if there are not as many, or they are of another type
     * @throws ClosedException if the buffer is closed
     */
    default void set(float... elements) {
        Objects.requireNonNull(elements, "elements");
        MemorySegment array = MemorySegment.ofArray(elements);
        write().copyFrom(Elements.fitting(name(), shape(), array, float.class));
    }

    /**
     * Sets all elements, as {@link #write} and a copy do.
     *
     * @param elements in memory order, as many as there are
     * @throws RangeException if there are not as many, or they are of another type
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
