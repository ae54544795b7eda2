package org.anabranch.api;

import java.util.Objects;

/**
 * A kernel as source text that the device compiles.
 *
 * <p>In {@code opencl-c} the function has three parameters for each memory argument, in order: a
 * {@code __global} pointer, and two {@code long}, the offset and the row pitch in elements. It may
 * have five instead, with two more {@code long}: rows and columns. If all operands are mapped to
 * the loop, it may have just the pointers, to the start of the buffers. A scalar is one parameter
 * of its own type. {@code get_global_id(0)} belongs to the innermost loop dimension and counts
 * lattice points from {@code low / stride}: with stride 1 it is the index. A kernel that uses its
 * work-group declares {@code reqd_work_group_size}, or is refused when it is loaded; for others the
 * size is chosen. A kernel that uses {@code get_global_size} or another property of the whole range
 * runs as one launch, and fails in a part of a loop. A scalar converts to its parameter's type if
 * the value stays the same.
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
