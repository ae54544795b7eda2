package org.anabranch.api;

import java.util.Objects;

/**
 * A kernel as source text that the device compiles.
 *
 * <p>In {@code opencl-c} the function's parameters are, for each argument in order: of a {@link
 * MappedOperand}, one {@code __global} pointer to the start of the buffer; of an {@link Operand}, a
 * {@code __global} pointer to the start of the buffer, a {@code long} offset and a {@code long} row
 * pitch, both in elements; of a scalar, its value. The innermost loop dimension is {@code
 * get_global_id(0)}, which counts lattice points from {@code low / stride}.
 *
 * @param format format name
 * @param text the source
 * @param function the entry point
 * @param options build options, possibly empty
 */
public record SourceCode(String format, String text, String function, String options)
        implements KernelCode {

    /** Checks for null. */
    public SourceCode {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(function, "function");
        Objects.requireNonNull(options, "options");
    }
}
