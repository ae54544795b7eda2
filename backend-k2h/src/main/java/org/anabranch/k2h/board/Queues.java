package org.anabranch.k2h.board;

/**
 * The queue managers of a board (K2H-Q1, Q2, Q5). Immutable.
 *
 * @param managers how many there are
 * @param perManager queues of each
 * @param regions descriptor memory regions of each
 * @param descriptors message descriptors in the pool that all queues share
 */
public record Queues(int managers, int perManager, int regions, int descriptors) {
    /** {@return the same queues with a pool of so many descriptors} */
    public Queues descriptors(int count) {
        return new Queues(managers, perManager, regions, count);
    }
}
