package org.anabranch.loops.speculate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The logs of a window of iterations. Each has two versions of what it writes: an iteration that
 * runs again writes the other one while others still read the current one. The entries of one
 * element are linked; their order in the list is arbitrary.
 */
final class IterationWindow {
    static final int NONE = -1;
    static final int HOT = -2;

    private static final int LAST_EPOCH = 1 << 30;
    private static final VarHandle HEADS = MethodHandles.arrayElementVarHandle(int[].class);

    final int size;
    final int reads;
    final int writes;
    final int[] readCells;
    final long[] readBits;
    final int[] readCounts;

    /** By version. */
    final int[][] writeCells;

    final long[][] writeBits;
    final int[][] writeCounts;
    final LogException.Reason[][] faults;

    /** The current version of each iteration. */
    final byte[] versions;

    private final int[] next;
    private final int longest;

    /** Entry numbers by element; below the epoch they count as none, so nothing is cleared. */
    private final int[] heads;

    private int epoch = 1;

    /**
     * Creates a window.
     *
     * @param heads zeros, one for each element
     * @param size most iterations
     * @param reads entries of an iteration for loads
     * @param writes the same for stores
     * @param longest the entries of an element that are looked at
     */
    IterationWindow(int[] heads, int size, int reads, int writes, int longest) {
        this.heads = heads;
        this.size = size;
        this.reads = reads;
        this.writes = writes;
        this.longest = longest;
        readCells = new int[size * reads];
        readBits = new long[size * reads];
        readCounts = new int[size];
        writeCells = new int[2][size * writes];
        writeBits = new long[2][size * writes];
        writeCounts = new int[2][size];
        faults = new LogException.Reason[2][size];
        versions = new byte[size];
        next = new int[size * writes];
    }

    /** Returns the bytes of an iteration's log. */
    static int bytes(int reads, int writes) {
        return 12 * reads + 28 * writes + 24;
    }

    /** Forgets all links. */
    void unlink() {
        epoch += size * writes;
        if (epoch > LAST_EPOCH) {
            Arrays.fill(heads, 0);
            epoch = 1;
        }
    }

    /** Links what an iteration writes; returns the elements that others have written, too. */
    int link(int k) {
        int[] cells = writeCells[versions[k]];
        int begin = k * writes;
        int end = begin + writeCounts[versions[k]][k];
        int shared = 0;
        for (int id = begin; id < end; id++) {
            int before = (int) HEADS.getAndSet(heads, cells[id], epoch + id);
            next[id] = before;
            shared += before >= epoch ? 1 : 0;
        }
        return shared;
    }

    /**
     * Returns the newest entry of an element before an iteration, {@link #NONE}, or {@link #HOT} if
     * there are too many entries.
     */
    int newest(int cell, int k) {
        int limit = k * writes;
        int newest = NONE;
        int left = longest;
        for (int entry = heads[cell]; entry >= epoch; entry = next[entry - epoch]) {
            int id = entry - epoch;
            if (id < limit && id > newest) {
                newest = id;
            }
            if (--left < 0) {
                return HOT;
            }
        }
        return newest;
    }

    /** Returns the bits of an entry. */
    long bits(int id) {
        return writeBits[versions[id / writes]][id];
    }

    LogException.Reason fault(int k) {
        return faults[versions[k]][k];
    }

    /** Makes the other version of an iteration the current one; true if it writes elsewhere. */
    boolean flip(int k) {
        int old = versions[k];
        int now = 1 - old;
        versions[k] = (byte) now;
        int begin = k * writes;
        int count = writeCounts[now][k];
        return count != writeCounts[old][k]
                || !Arrays.equals(
                        writeCells[now],
                        begin,
                        begin + count,
                        writeCells[old],
                        begin,
                        begin + count);
    }
}
