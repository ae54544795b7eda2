package org.anabranch.k2h.machine;

/**
 * Sees every access that goes through a cache, called with the cache's lock held, and who handles
 * descriptors.
 */
public interface Watch {

    /**
     * Bytes were read.
     *
     * @param core who
     * @param address first byte
     * @param line the core's view of the line
     * @param at where in {@code line}
     * @param length how many
     */
    void read(Core core, long address, byte[] line, int at, int length);

    /**
     * Bytes were written into a line.
     *
     * @param core who
     * @param address first byte
     * @param line the core's view of the line, after the write
     * @param at where in {@code line}
     * @param length how many
     */
    void written(Core core, long address, byte[] line, int at, int length);

    /**
     * A line is about to be written back.
     *
     * @param core who
     * @param address of the line
     * @param line its content
     * @param length its length
     */
    void back(Core core, long address, byte[] line, int length);

    /**
     * A dirty line was dropped without being written back.
     *
     * @param core who
     * @param address of the line
     */
    void dropped(Core core, long address);

    /**
     * A core has popped a descriptor, or is about to push it.
     *
     * @param core who
     * @param descriptor which it owns
     */
    default void handled(Core core, Descriptor descriptor) {}
}
