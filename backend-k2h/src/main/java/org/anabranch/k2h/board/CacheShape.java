package org.anabranch.k2h.board;

/**
 * The dimensions of a cache. Immutable.
 *
 * @param lineBytes length of a line, a power of two from 16 to {@link Board#LINE}
 * @param bytes capacity, a multiple of {@code lineBytes} times {@code ways}
 * @param ways lines per set, 1 to 64
 */
public record CacheShape(int lineBytes, int bytes, int ways) {
    /**
     * Checks the values.
     *
     * @throws K2hException.Program if a number is out of its range
     */
    public CacheShape {
        if (lineBytes < 16
                || lineBytes > Board.LINE
                || Integer.bitCount(lineBytes) != 1
                || ways < 1
                || ways > 64) {
            throw new K2hException.Program(
                    "a cache has lines of 16, 32, 64 or 128 bytes and 1 to 64 ways, not %s and %s"
                            .formatted(lineBytes, ways));
        }
        if (bytes < 1 || bytes % (lineBytes * ways) != 0) {
            throw new K2hException.Program(
                    "a cache of %s ways of lines of %s bytes is a multiple of %s bytes, not %s"
                            .formatted(ways, lineBytes, lineBytes * ways, bytes));
        }
    }
}
