package org.anabranch.loops.nest;

import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The rows of an array of arrays of numbers at one time: a set by identity, with their lengths. To
 * build one takes tens of nanoseconds a row, so the latest ones are found again, by any loop, until
 * the next garbage collection. Immutable.
 */
final class RowSet {
    /** The number of sets that may be found again; a power of two. */
    private static final int LATEST = 64;

    /** The largest number of rows: above it, the table would be too long for an array. */
    private static final int MOST = 1 << 28;

    private static final int MULTIPLIER = 0x9E3779B9; // Fibonacci hashing: Knuth, 6.4

    private static final AtomicReferenceArray<WeakReference<RowSet>> BUILT =
            new AtomicReferenceArray<>(LATEST);

    /** The rows in order. */
    private final Object[] rows;

    /** The same by hash code, with open addressing; at most half full. */
    private final Object[] table;

    /** The bits of a hash code that do not count. */
    private final int shift;

    private final AliasAnalysis.Rows lengths = new AliasAnalysis.Rows();
    private final boolean repeats;

    private RowSet(Object[] rows) {
        this.rows = rows;
        this.table = new Object[Integer.highestOneBit(rows.length | 1) << 2];
        this.shift = Integer.numberOfLeadingZeros(table.length - 1);
        this.repeats = build();
    }

    /** Returns true for an array of arrays of numbers, unless it is too long for a table. */
    static boolean isPossible(Object[] outer) {
        Class<?> row = outer.getClass().componentType();
        return row.isArray() && row.componentType().isPrimitive() && outer.length <= MOST;
    }

    /** Returns the set of the rows that an array has now. */
    static RowSet of(Object[] outer) {
        int at = System.identityHashCode(outer) & (LATEST - 1);
        WeakReference<RowSet> built = BUILT.get(at);
        RowSet known = built == null ? null : built.get();
        if (known != null && known.isOf(outer)) {
            return known;
        }
        RowSet made = new RowSet(outer.clone());
        BUILT.set(at, new WeakReference<>(made));
        return made;
    }

    /** Enters the rows; returns true if one is there twice. */
    private boolean build() {
        boolean twice = false;
        int least = Integer.MAX_VALUE;
        int most = -1;
        for (Object row : rows) {
            if (row == null) {
                lengths.missing = true;
                continue;
            }
            int length = Array.getLength(row);
            least = Math.min(least, length);
            most = Math.max(most, length);
            int at = place(row);
            twice |= table[at] != null;
            table[at] = row;
        }
        lengths.lengths.add(new long[] {rows.length, rows.length});
        if (most >= 0) {
            lengths.lengths.add(new long[] {least, most});
        }
        return twice;
    }

    /** Returns the place of a row in the table, or the free one where it would be. */
    private int place(Object row) {
        int mask = table.length - 1;
        int at = System.identityHashCode(row) * MULTIPLIER >>> shift;
        while (table[at] != null && table[at] != row) {
            at = at + 1 & mask;
        }
        return at;
    }

    /** Returns true if an array has the same rows in the same order. */
    boolean isOf(Object[] outer) {
        if (outer.length != rows.length) {
            return false;
        }
        for (int row = 0; row < rows.length; row++) {
            if (outer[row] != rows[row]) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if a row is there twice. */
    boolean repeats() {
        return repeats;
    }

    /** Returns true if an array is one of the rows. */
    boolean contains(Object array) {
        return table[place(array)] != null;
    }

    /** Returns true if a row is in both sets. */
    boolean meets(RowSet other) {
        RowSet fewer = rows.length < other.rows.length ? this : other;
        RowSet more = fewer == this ? other : this;
        for (Object row : fewer.rows) {
            if (row != null && more.contains(row)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the lengths of the array and of its rows. */
    AliasAnalysis.Rows lengths() {
        return lengths;
    }
}
