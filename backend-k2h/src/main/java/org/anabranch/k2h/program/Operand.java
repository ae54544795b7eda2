package org.anabranch.k2h.program;

/**
 * A buffer declared to a finish scope: an element of the paper's {@code ws_args_t}, with a mode
 * added. A buffer that is only read is written back when tasks begin and need not be invalidated
 * when they end.
 *
 * @param pointer ARM pointer to contiguous memory
 * @param bytes length
 * @param written true if tasks write it
 */
public record Operand(long pointer, long bytes, boolean written) {

    /**
     * Returns a buffer that tasks write, as in the paper.
     *
     * @param pointer ARM pointer
     */
    public static Operand writes(long pointer, long bytes) {
        return new Operand(pointer, bytes, true);
    }

    /**
     * Returns a buffer that tasks only read.
     *
     * @param pointer ARM pointer
     */
    public static Operand reads(long pointer, long bytes) {
        return new Operand(pointer, bytes, false);
    }
}
