package org.anabranch.k2h.program;

/**
 * A buffer named to a finish scope: what the paper packs into {@code ws_args_t}, with a mode added.
 * What is only read is written back when tasks begin and needs no invalidation when they end.
 *
 * @param pointer ARM pointer to contiguous memory
 * @param bytes length
 * @param written whether tasks write it
 */
public record Operand(long pointer, long bytes, boolean written) {

    /**
     * A buffer that tasks write, as the paper has it.
     *
     * @param pointer ARM pointer
     */
    public static Operand writes(long pointer, long bytes) {
        return new Operand(pointer, bytes, true);
    }

    /**
     * A buffer that tasks only read.
     *
     * @param pointer ARM pointer
     */
    public static Operand reads(long pointer, long bytes) {
        return new Operand(pointer, bytes, false);
    }
}
