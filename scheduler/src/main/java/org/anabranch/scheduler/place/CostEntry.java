package org.anabranch.scheduler.place;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import java.util.Arrays;

/**
 * The costs of a kernel of one size in one domain: the times of the last runs, and the number of
 * runs.
 */
final class CostEntry {
    @GuardedBy("this")
    private final long[] recent;

    @GuardedBy("this")
    private int used;

    @GuardedBy("this")
    private int next;

    @GuardedBy("this")
    private long runs;

    @GuardedBy("this")
    private long bytes;

    @GuardedBy("this")
    private long indices;

    /** True if it has not run since it was read from a file. */
    @GuardedBy("this")
    private boolean kept;

    CostEntry() {
        recent = new long[PlaceTuning.KEPT_RUNS];
    }

    /** From a file. */
    CostEntry(CostRow row) {
        this();
        runs = row.runs();
        bytes = row.bytes();
        indices = row.indices();
        for (long nanos : row.recent()) {
            add(nanos);
        }
        kept = true;
    }

    synchronized void ran(long usedBytes, long overIndices, long nanos, int weight) {
        add(nanos);
        runs += weight;
        bytes = usedBytes;
        indices = overIndices;
        kept = false;
    }

    @GuardedBy("this")
    private void add(long nanos) {
        recent[next] = nanos;
        next = (next + 1) % recent.length;
        used = Math.min(used + 1, recent.length);
    }

    /** Returns its median time; a single slow run does not count. */
    synchronized long median() {
        long[] sorted = Arrays.copyOf(recent, used);
        Arrays.sort(sorted);
        return used == 0 ? 0 : sorted[used / 2];
    }

    synchronized CostRow row(CostKey key) {
        long[] inOrder = new long[used];
        for (int i = 0; i < used; i++) {
            inOrder[i] = recent[Math.floorMod(next - used + i, recent.length)];
        }
        return new CostRow(key, bytes, indices, runs, inOrder, kept);
    }
}
