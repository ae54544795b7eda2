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
     * Memory of an operand: from its first byte for an {@link Operand}, the whole buffer for a
     * {@link MappedOperand}.
     *
     * @param position argument position from 0
     * @return memory in native byte order, of the domain that runs the kernel
     */
    MemorySegment segment(int position);

    /**
     * Distance of rows.
     *
     * @param position argument position from 0
     * @return elements from one row of the operand to the next; of a single row, its length
     */
    long pitch(int position);

    /**
     * Row length.
     *
     * @param position argument position from 0
     * @return elements per row of the operand
     */
    long columns(int position);

    /**
     * Number of rows.
     *
     * @param position argument position from 0
     * @return rows per slice of the operand
     */
    long rows(int position);

    /**
     * Number of slices.
     *
     * @param position argument position from 0
     * @return slices of the operand; 1 of a {@link MappedOperand}, whose rows are those of all
     *     slices
     */
    long slices(int position);

    /**
     * Distance of slices.
     *
     * @param position argument position from 0
     * @return elements from one slice of the operand to the next; of a single slice, those of all
     *     its rows
     */
    long slicePitch(int position);

    /**
     * A scalar.
     *
     * @param position argument position from 0
     * @return its value as a {@code long}
     */
    long longAt(int position);

    /**
     * A scalar.
     *
     * @param position argument position from 0
     * @return its value as a {@code double}
     */
    double doubleAt(int position);
}
