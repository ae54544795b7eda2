package org.anabranch.scheduler;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Buffer;
import org.anabranch.api.Mode;
import org.anabranch.api.Platform;
import org.anabranch.api.Range;
import org.anabranch.api.Region;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A buffer of longs beside what a sequential program would have in it, and which of it is
 * undefined.
 */
final class ModelledBuffer {
    final Buffer buffer;
    final long[] content;
    final boolean[] undefined;

    /** Reductions enqueued since any other use, or null. */
    private Reductions open;

    /** The reductions among which the model is, or null. */
    private Reductions replayed;

    private boolean spoiled;
    private final long rows;
    private final long columns;

    ModelledBuffer(Platform platform, SplittableRandom random) {
        rows = random.nextBoolean() ? 1 : 1L + random.nextInt(24);
        columns = 8L + random.nextInt(rows == 1 ? 400 : 40);
        buffer =
                rows == 1
                        ? platform.buffer(JAVA_LONG, columns)
                        : platform.buffer(JAVA_LONG, rows, columns);
        content = new long[(int) (rows * columns)];
        undefined = new boolean[content.length];
    }

    /** A random interval, row, tile or everything. */
    Range range(SplittableRandom random) {
        if (random.nextInt(12) == 0) {
            return buffer.all();
        }
        if (rows > 1 && random.nextInt(4) > 0) {
            long tileRows = 1L + random.nextInt((int) rows);
            long tileColumns = 1L + random.nextInt((int) columns);
            if (random.nextBoolean()) {
                tileRows = Math.min(4, rows);
                tileColumns = Math.min(8, columns);
                long row = random.nextLong(rows / tileRows) * tileRows;
                return buffer.box(
                        row,
                        random.nextLong(columns / tileColumns) * tileColumns,
                        tileRows,
                        tileColumns);
            }
            return buffer.box(
                    random.nextLong(rows - tileRows + 1),
                    random.nextLong(columns - tileColumns + 1),
                    tileRows,
                    tileColumns);
        }
        long count = 1 + random.nextLong(Math.min(64, content.length));
        return buffer.elements(random.nextLong(content.length - count + 1), count);
    }

    /** The indices of a range in order of memory. */
    static int[] indices(Range range) {
        Region region = range.region();
        int[] indices = new int[(int) (region.bytes() / Long.BYTES)];
        int next = 0;
        for (long row = 0; row < region.height(); row++) {
            for (long x = 0; x < region.width(); x += Long.BYTES) {
                indices[next++] = (int) ((region.rowOffset(row, 0) + x) / Long.BYTES);
            }
        }
        return indices;
    }

    boolean isUndefined(Range range) {
        for (int index : indices(range)) {
            if (undefined[index]) {
                return true;
            }
        }
        return false;
    }

    /** A reduction is enqueued: it may change places with those since any other use. */
    Reductions join() {
        if (open == null) {
            open = new Reductions();
        }
        return open;
    }

    /**
     * Ends the current reductions, since another action is enqueued, which has its place in the
     * order.
     */
    void endReductions() {
        open = null;
    }

    /** The model comes to an action: what earlier reductions left undefined counts from now on. */
    void usedBy(Reductions reductions) {
        if (spoiled && (reductions == null || reductions != replayed)) {
            Arrays.fill(undefined, true);
            spoiled = false;
        }
        replayed = reductions;
    }

    /** An action that was to write this did not end well. */
    void setUndefined(Range range, Mode mode) {
        if (mode == Mode.REDUCE && replayed != null) {
            spoiled = true;
            return;
        }
        for (int index : indices(range)) {
            undefined[index] = true;
        }
    }

    void setDefined(Range range) {
        for (int index : indices(range)) {
            undefined[index] = false;
        }
    }

    boolean hasUndefined() {
        for (boolean one : undefined) {
            if (one) {
                return true;
            }
        }
        return false;
    }

    /** The first defined element that differs from the memory, or -1. */
    int firstDifference(MemorySegment memory) {
        for (int i = 0; i < content.length; i++) {
            if (!undefined[i] && memory.getAtIndex(JAVA_LONG, i) != content[i]) {
                return i;
            }
        }
        return -1;
    }

    /** Goes on with what is in the memory. */
    void adopt(MemorySegment memory) {
        for (int i = 0; i < content.length; i++) {
            content[i] = memory.getAtIndex(JAVA_LONG, i);
            undefined[i] = false;
        }
    }
}
