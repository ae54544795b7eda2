package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.lang.foreign.MemorySegment;

/**
 * The arguments of one run of a Java kernel, by position. Valid during the run only. A wrong
 * position or type throws {@link KernelArgumentException}; access outside a segment throws {@link
 * IndexOutOfBoundsException}.
 */
@ProviderType
public interface KernelArguments {

    /**
     * Returns the memory of an operand: from its first byte for an {@link Operand}, the whole
     * buffer for a {@link MappedOperand}.
     *
     * @param position argument position from 0
     * @return memory of the domain that runs the kernel, in native byte order
     */
    MemorySegment segment(int position);

    /**
     * Returns the row pitch.
     *
     * @param position argument position from 0
     * @return elements from one row of the operand to the next; of a single row, its length
     */
    long pitch(int position);

    /**
     * Returns the length of a row.
     *
     * @param position argument position from 0
     * @return elements per row of the operand
     */
    long columns(int position);

    /**
     * Returns the number of rows.
     *
     * @param position argument position from 0
     * @return rows per slice of the operand
     */
    long rows(int position);

    /**
     * Returns the number of slices.
     *
     * @param position argument position from 0
     * @return slices of the operand; 1 for a {@link MappedOperand}, whose rows are those of all
     *     slices
     */
    long slices(int position);

    /**
     * Returns the slice pitch.
     *
     * @param position argument position from 0
     * @return elements from one slice of the operand to the next; of a single slice, those of all
     *     its rows
     */
    long slicePitch(int position);

    /**
     * Returns a scalar as a {@code long}.
     *
     * @param position argument position from 0
     * @return its value
     */
    long longAt(int position);

    /**
     * Returns a scalar as a {@code double}.
     *
     * @param position argument position from 0
     * @return its value
     */
    double doubleAt(int position);
}
