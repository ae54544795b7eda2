package org.anabranch.api;

import java.util.Objects;

/**
 * A kernel as source text that the device compiles.
 *
 * <p>In {@code opencl-c} the function has, for each memory argument in order, three parameters: a
 * {@code __global} pointer, a {@code long} offset and a {@code long} row pitch, both in elements;
 * or five, with two more {@code long}: rows and columns. Where every operand is mapped to the loop,
 * the pointers alone will do; they point to the start of the buffers. A scalar is one parameter of
 * its own type. {@code get_global_id(0)} belongs to the innermost loop dimension and counts lattice
 * points from {@code low / stride}: with stride 1 it is the index. A kernel that uses its
 * work-group declares {@code reqd_work_group_size}; for others the size is chosen.
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
