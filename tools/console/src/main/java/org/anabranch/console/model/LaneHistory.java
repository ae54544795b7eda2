package org.anabranch.console.model;

import java.util.Arrays;

/**
 * The utilisation of one lane at eight time resolutions, each in a ring of {@value #BUCKETS}
 * buckets, so that any window is drawn from about as many values as it has columns. Memory is
 * fixed.
 */
final class LaneHistory {
    static final int BUCKETS = 1024;
    static final int LEVELS = 8;

    /** The width of a bucket at the finest resolution: 2 ms. */
    static final int FINEST_SHIFT = 21;

    private static final int SHIFT_PER_LEVEL = 2;

    /** The other values of a bucket: sums of nanoseconds. */
    enum Use {
        WORK,
        MOVE,
        BUSY
    }

    private final long[][] stamps = new long[LEVELS][BUCKETS];
    private final long[][][] nanos = new long[Use.values().length][LEVELS][BUCKETS];
    private final int[][] names = new int[LEVELS][BUCKETS];
    private final long[][] longest = new long[LEVELS][BUCKETS];

    private long newest;

    LaneHistory() {
        for (long[] level : stamps) {
            Arrays.fill(level, -1);
        }
    }

    static int shift(int level) {
        return FINEST_SHIFT + SHIFT_PER_LEVEL * level;
    }

    /**
     * Returns the finest resolution that still has the beginning of a window, in not too many
     * buckets.
     */
    private int level(long from, long to, int columns) {
        long back = Math.max(newest, to) - from;
        int level = 0;
        while (level < LEVELS - 1
                && (back >> shift(level) >= BUCKETS - 1
                        || (to - from) / columns > 2L << shift(level))) {
            level++;
        }
        return level;
    }

    /**
     * Adds a slice.
     *
     * @param from nanoseconds since the log began
     * @param to later than that
     * @param name number
     * @param use what the lane did
     */
    void add(long from, long to, int name, Use use) {
        newest = Math.max(newest, to);
        for (int level = 0; level < LEVELS; level++) {
            int shift = shift(level);
            long last = Math.max(0, to - 1) >> shift;
            long first = Math.max(Math.max(0, from) >> shift, last - BUCKETS + 1);
            for (long bucket = first; bucket <= last; bucket++) {
                long begin = Math.max(from, bucket << shift);
                long end = Math.min(to, (bucket + 1) << shift);
                add(level, bucket, end - begin, name, use);
            }
        }
    }

    private void add(int level, long bucket, long length, int name, Use use) {
        int at = (int) (bucket % BUCKETS);
        if (stamps[level][at] > bucket) {
            return; // older than the ring
        }
        if (stamps[level][at] != bucket) {
            stamps[level][at] = bucket;
            for (Use one : Use.values()) {
                nanos[one.ordinal()][level][at] = 0;
            }
            longest[level][at] = -1;
            names[level][at] = 0;
        }
        nanos[use.ordinal()][level][at] += length;
        if (use != Use.BUSY && length > longest[level][at]) {
            longest[level][at] = length;
            names[level][at] = name;
        }
    }

    /**
     * Reads a window.
     *
     * @param from nanoseconds since the log began
     * @param to later than that
     * @param share of each column and use, in percent
     * @param name of the longest slice of each column
     */
    void read(long from, long to, int[][] share, int[] name) {
        int columns = name.length;
        int level = level(from, to, columns);
        int shift = shift(level);
        double width = (double) (to - from) / columns;
        for (int column = 0; column < columns; column++) {
            long first = Math.max(0, (long) (from + column * width)) >> shift;
            long last = Math.max(first, ((long) (from + (column + 1) * width) - 1) >> shift);
            long best = -1;
            double[] sum = new double[share.length];
            for (long bucket = first; bucket <= last; bucket++) {
                int at = (int) (bucket % BUCKETS);
                if (stamps[level][at] == bucket) {
                    for (int use = 0; use < sum.length; use++) {
                        sum[use] += nanos[use][level][at];
                    }
                    if (longest[level][at] > best) {
                        best = longest[level][at];
                        name[column] = names[level][at];
                    }
                }
            }
            double all = (double) (last - first + 1) * (1L << shift);
            for (int use = 0; use < sum.length; use++) {
                share[use][column] = (int) Math.min(100, Math.ceil(100 * sum[use] / all));
            }
        }
    }
}
