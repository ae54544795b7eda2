package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.Core;

/**
 * An observer of every access through a cache, called with the cache's lock held, and of the owners
 * of descriptors.
 */
public interface CacheObserver {

    /**
     * Reports that bytes were read.
     *
     * @param line the core's view of the line
     * @param at offset in {@code line}
     */
    void read(Core core, long address, byte[] line, int at, int length);

    /**
     * Reports that bytes were written into a line.
     *
     * @param line the core's view of the line, after the write
     * @param at offset in {@code line}
     */
    void written(Core core, long address, byte[] line, int at, int length);

    /**
     * Reports that a line is about to be written back.
     *
     * @param address of the line
     */
    void back(Core core, long address, byte[] line, int length);

    /**
     * Reports that a dirty line was dropped without being written back.
     *
     * @param address of the line
     */
    void dropped(Core core, long address);

    /**
     * Reports that a core has popped a descriptor, or is about to push it.
     *
     * @param descriptor which it owns
     */
    default void handled(Core core, Descriptor descriptor) {}
}
