package org.anabranch.seeing.trace;

import java.util.Arrays;
import java.util.Comparator;

/** The slices of one row of a trace, stacked as a viewer does. Times are nanoseconds. */
final class TrackCheck {
    private static final int FEW = 16;

    private long[] starts = new long[FEW];
    private long[] ends = new long[FEW];
    private long[] actions = new long[FEW];
    private int[] parents = new int[0];
    private int size;
    private boolean nesting;
    private boolean sorted = true;

    void nest() {
        nesting = true;
    }

    void add(long start, long end, long action) {
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, 2 * size);
            ends = Arrays.copyOf(ends, 2 * size);
            actions = Arrays.copyOf(actions, 2 * size);
        }
        sorted &= size == 0 || starts[size - 1] <= start;
        starts[size] = start;
        ends[size] = end;
        actions[size++] = action;
    }

    /** Sorts by time; stable, as in a viewer. */
    private void sort() {
        Integer[] order = new Integer[size];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingLong(i -> starts[i]));
        long[] oldStarts = starts.clone();
        long[] oldEnds = ends.clone();
        long[] oldActions = actions.clone();
        for (int i = 0; i < size; i++) {
            starts[i] = oldStarts[order[i]];
            ends[i] = oldEnds[order[i]];
            actions[i] = oldActions[order[i]];
        }
    }

    /** {@return the begin of the first slice that crosses another, or a negative number} */
    long stack() {
        if (!sorted) {
            sort();
        }
        parents = new int[size];
        int top = -1;
        for (int i = 0; i < size; i++) {
            while (top >= 0 && ends[top] <= starts[i]) {
                top = parents[top];
            }
            if (top >= 0 && (!nesting || ends[top] < ends[i])) {
                return starts[i];
            }
            parents[i] = top;
            top = i;
        }
        return -1;
    }

    /** {@return the action of the innermost slice at a time; -1 if there is no slice} */
    long at(long time) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (starts[middle] <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int found = low - 1;
        while (found >= 0 && ends[found] <= time) {
            found = parents[found];
        }
        return found < 0 ? -1 : actions[found];
    }
}
