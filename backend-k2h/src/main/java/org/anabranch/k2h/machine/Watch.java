package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.Core;

/**
 * Sees every access that goes through a cache, called with the cache's lock held, and who handles
 * descriptors.
 */
public interface Watch {

    /**
     * Bytes were read.
     *
     * @param line the core's view of the line
     * @param at where in {@code line}
     */
    void read(Core core, long address, byte[] line, int at, int length);

    /**
     * Bytes were written into a line.
     *
     * @param line the core's view of the line, after the write
     * @param at where in {@code line}
     */
    void written(Core core, long address, byte[] line, int at, int length);

    /**
     * A line is about to be written back.
     *
     * @param address of the line
     */
    void back(Core core, long address, byte[] line, int length);

    /**
     * A dirty line was dropped without being written back.
     *
     * @param address of the line
     */
    void dropped(Core core, long address);

    /**
     * A core has popped a descriptor, or is about to push it.
     *
     * @param descriptor which it owns
     */
    default void handled(Core core, Descriptor descriptor) {}
}
