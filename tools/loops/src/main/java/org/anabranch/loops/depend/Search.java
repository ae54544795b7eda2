package org.anabranch.loops.depend;

import org.anabranch.loops.depend.IntegerSystem.Budget;

import java.util.List;

/**
 * A search for a point that satisfies inequalities, by trial: it tries the values of the narrowest
 * variable and narrows the others by each, recursively. For small systems that are hard for the
 * Omega test.
 */
record Search(List<long[]> rows, int variables, Budget budget) {

    /**
     * Searches a box for a point.
     *
     * @param box bounds to search in
     * @return a point, or null if there is none
     * @throws ArithmeticException if there are too many points
     */
    long[] in(Interval[] box) {
        budget.spend(rows.size());
        Interval[] narrow = Bounding.of(rows, box);
        int open = -1;
        for (int v = 0; v < variables; v++) {
            if (narrow[v].isEmpty()) {
                return null;
            }
            if (!narrow[v].boundedBelow() || !narrow[v].boundedAbove()) {
                throw new ArithmeticException("the space to search is not bounded");
            }
            if (width(narrow[v]) > 0 && (open < 0 || width(narrow[v]) < width(narrow[open]))) {
                open = v;
            }
        }
        return open < 0 ? checked(narrow) : each(narrow, open);
    }

    private static long width(Interval range) {
        return Math.subtractExact(range.high(), range.low());
    }

    private long[] each(Interval[] box, int open) {
        Interval range = box[open];
        for (long value = range.low(); value <= range.high(); value++) {
            Interval[] one = box.clone();
            one[open] = Interval.point(value);
            long[] point = in(one);
            if (point != null) {
                return point;
            }
        }
        return null;
    }

    private long[] checked(Interval[] box) {
        long[] point = new long[variables];
        for (int v = 0; v < variables; v++) {
            point[v] = box[v].low();
        }
        for (long[] row : rows) {
            if (IntegerSystem.value(row, point) < 0) {
                return null;
            }
        }
        return point;
    }
}
