package org.anabranch.loops.emit;

import org.anabranch.api.SourceCode;
import org.anabranch.loops.ir.Input;

import java.util.List;

/**
 * A loop body in OpenCL C. Work-item g runs the iterations {@code [g * perItem, (g + 1) * perItem)}
 * that are below the count, in order or as lanes; iteration k has the loop variable {@code first +
 * k}. If an inner loop is collapsed, a work-item runs one of its iterations instead, and each
 * iteration of the parallel loop has as many work-items as the inner loop has iterations. The
 * kernel takes the given parameters in order: memory as a pointer to its start, numbers as {@code
 * int}, {@code long}, {@code float} or {@code double}.
 *
 * <p>With guards there is a parameter {@link Role#FAULTS}: one byte per work-item, always written:
 * 0, or 1 if one of its iterations would have thrown, or may have. The work-item has stopped then,
 * and its writes must be discarded: run its iterations in Java.
 *
 * @param code source, entry point and build options
 * @param parameters in order
 * @param perItem iterations of the parallel loop per work-item
 * @param doubles whether the device must support {@code double}
 */
public record KernelText(
        SourceCode code, List<Parameter> parameters, int perItem, boolean doubles) {

    /** The content of a parameter. */
    public enum Role {
        /** The elements of an array or the bytes of a segment; of an array of arrays, all rows. */
        MEMORY,
        /** The fault flags: one byte per work-item. */
        FAULTS,
        /** The value of an input, of its kind. */
        VALUE,
        /** The length of an array, or the number of rows of an array of arrays: {@code int}. */
        LENGTH,
        /** The length of each row of an array of arrays: {@code int}. */
        ROW_LENGTH,
        /** The size of a segment in bytes: {@code long}. */
        BYTES,
        /** The loop variable of iteration 0: {@code long}. */
        FIRST,
        /** The number of iterations: {@code long}. */
        COUNT,
        /** The number of iterations of the collapsed loop, at least 1: {@code int}. */
        WIDTH
    }

    /**
     * A parameter of the kernel.
     *
     * @param role what it carries
     * @param input the input it belongs to; null for FAULTS, FIRST, COUNT and WIDTH
     */
    public record Parameter(Role role, Input input) {}

    /** Copies the list. */
    public KernelText {
        parameters = List.copyOf(parameters);
    }

    /** {@return true if an inner loop is a dimension of the index space} */
    public boolean isCollapsed() {
        return parameters.stream().anyMatch(parameter -> parameter.role() == Role.WIDTH);
    }
}
