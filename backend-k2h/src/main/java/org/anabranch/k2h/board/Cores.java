package org.anabranch.k2h.board;

/**
 * The cores of one side of a board. Immutable.
 *
 * @param count how many there are
 * @param gigahertz their clock, which converts prices from cycles to nanoseconds
 * @param cache the cache that the ARM cores share, or that each DSP has
 * @param busyWatts power of one core that runs a task, or searches for one
 * @param flushWatts power of one core in a cache operation
 * @param idleWatts power of one core that waits for news
 */
public record Cores(
        int count,
        double gigahertz,
        CacheShape cache,
        double busyWatts,
        double flushWatts,
        double idleWatts) {
    /** {@return these cores with another count} */
    public Cores count(int cores) {
        return new Cores(cores, gigahertz, cache, busyWatts, flushWatts, idleWatts);
    }

    /** {@return these cores with a cache of so many bytes} */
    public Cores cacheBytes(int bytes) {
        return new Cores(
                count,
                gigahertz,
                new CacheShape(cache.lineBytes(), bytes, cache.ways()),
                busyWatts,
                flushWatts,
                idleWatts);
    }
}
