package org.anabranch.loops.depend;

import org.anabranch.loops.depend.IntegerSystem.Budget;

import java.util.ArrayList;
import java.util.List;

/**
 * The elimination of one variable from inequalities: the second half of the Omega test.
 *
 * <p>Each pair of a lower bound {@code b*z >= l} and an upper bound {@code a*z <= u} gives {@code
 * b*u - a*l >= 0}, the <em>real shadow</em>: if it has no point, the system has none. If a or b is
 * 1, it is exact. Else {@code b*u - a*l >= (a-1)*(b-1)}, the <em>dark shadow</em>, is enough for an
 * integer z to exist. A point that lies between the two has its z next to a lower bound: for each
 * of the few distances there is an equality to try, a <em>splinter</em>.
 */
record Elimination(List<long[]> rows, int variables, Budget budget) {

    /** Returns a point that satisfies all rows, or null. */
    long[] solve() {
        int variable = choose();
        if (variable < 0) {
            return new long[variables];
        }
        List<long[]> lower = new ArrayList<>();
        List<long[]> upper = new ArrayList<>();
        List<long[]> others = new ArrayList<>();
        for (long[] row : rows) {
            (row[variable] > 0 ? lower : row[variable] < 0 ? upper : others).add(row);
        }
        long[] point = shadow(variable, lower, upper, others, false);
        if (point == null || place(variable, lower, upper, point)) {
            return point;
        }
        point = shadow(variable, lower, upper, others, true);
        if (point != null && place(variable, lower, upper, point)) {
            return point;
        }
        return between(variable, lower, upper);
    }

    /** Searches between the shadows: tries the values of a narrow variable, or the splinters. */
    private long[] between(int variable, List<long[]> lower, List<long[]> upper) {
        Interval[] box = Bounding.of(rows, variables);
        int narrow = -1;
        long least = Long.MAX_VALUE;
        for (int v = 0; v < variables; v++) {
            if (box[v].isEmpty()) {
                return null;
            }
            boolean bounded = box[v].boundedBelow() && box[v].boundedAbove();
            long values = bounded ? box[v].high() - box[v].low() : Long.MAX_VALUE;
            if (values >= 0 && values < least) {
                least = values;
                narrow = v;
            }
        }
        return least < splinterCount(variable, lower, upper)
                ? values(narrow, box[narrow])
                : splinters(variable, lower, upper);
    }

    private long[] values(int variable, Interval range) {
        for (long value = range.low(); value <= range.high(); value++) {
            long[] equality = new long[variables + 1];
            equality[variable] = 1;
            equality[variables] = -value;
            long[] point = with(equality);
            if (point != null) {
                return point;
            }
        }
        return null;
    }

    private long[] with(long[] equality) {
        budget.spend(rows.size());
        IntegerSystem system = new IntegerSystem(variables, budget);
        rows.forEach(row -> system.atLeastZero(row.clone()));
        system.zero(equality);
        return system.solve();
    }

    /**
     * Returns the variable whose elimination is exact and makes the fewest rows, or -1 if none is
     * left.
     */
    private int choose() {
        int best = -1;
        long least = Long.MAX_VALUE;
        for (int v = 0; v < variables; v++) {
            int below = 0;
            int above = 0;
            boolean unitsBelow = true;
            boolean unitsAbove = true;
            for (long[] row : rows) {
                if (row[v] > 0) {
                    below++;
                    unitsBelow &= row[v] == 1;
                } else if (row[v] < 0) {
                    above++;
                    unitsAbove &= row[v] == -1;
                }
            }
            boolean exact = unitsBelow || unitsAbove || below == 0 || above == 0;
            long cost = (long) below * above - below - above + (exact ? 0 : 1 << 20);
            if (below + above > 0 && cost < least) {
                least = cost;
                best = v;
            }
        }
        return best;
    }

    private long[] shadow(
            int variable, List<long[]> lower, List<long[]> upper, List<long[]> rest, boolean dark) {
        budget.require((long) lower.size() * upper.size());
        IntegerSystem system = new IntegerSystem(variables, budget);
        rest.forEach(row -> system.atLeastZero(row.clone()));
        for (long[] low : lower) {
            for (long[] high : upper) {
                system.atLeastZero(combined(variable, low, high, dark));
            }
        }
        return system.solve();
    }

    private long[] combined(int variable, long[] low, long[] high, boolean dark) {
        long b = low[variable];
        long a = -high[variable];
        long divisor = Rows.divisor(a, b);
        long[] row = new long[variables + 1];
        for (int v = 0; v <= variables; v++) {
            if (v != variable) {
                row[v] =
                        Math.addExact(
                                Math.multiplyExact(b / divisor, high[v]),
                                Math.multiplyExact(a / divisor, low[v]));
            }
        }
        if (dark) {
            long gap = Math.multiplyExact(a - 1, b - 1);
            row[variables] = Math.subtractExact(row[variables], Math.ceilDiv(gap, divisor));
        }
        return row;
    }

    /**
     * Sets the variable to a value between its bounds at a point of the others; returns false if
     * there is none.
     */
    private boolean place(int variable, List<long[]> lower, List<long[]> upper, long[] point) {
        point[variable] = 0;
        long low = Long.MIN_VALUE;
        long high = Long.MAX_VALUE;
        for (long[] row : lower) {
            long rest = IntegerSystem.value(row, point);
            low = Math.max(low, Math.ceilDiv(Math.negateExact(rest), row[variable]));
        }
        for (long[] row : upper) {
            long rest = IntegerSystem.value(row, point);
            high = Math.min(high, Math.floorDiv(rest, -row[variable]));
        }
        point[variable] = lower.isEmpty() ? Math.min(high, 0) : low;
        return low <= high;
    }

    private static long steepest(int variable, List<long[]> upper) {
        long a = 0;
        for (long[] row : upper) {
            a = Math.max(a, -row[variable]);
        }
        return a;
    }

    /**
     * Returns the greatest distance from a lower bound {@code b*z >= l} of an integer z that the
     * dark shadow misses.
     */
    private static long farthest(long a, long b) {
        return Math.subtractExact(Math.multiplyExact(a, b), Math.addExact(a, b)) / a;
    }

    private static long splinterCount(int variable, List<long[]> lower, List<long[]> upper) {
        long count = 0;
        for (long[] low : lower) {
            count = Math.addExact(count, farthest(steepest(variable, upper), low[variable]) + 1);
        }
        return count;
    }

    private long[] splinters(int variable, List<long[]> lower, List<long[]> upper) {
        for (long[] low : lower) {
            long last = farthest(steepest(variable, upper), low[variable]);
            for (long distance = 0; distance <= last; distance++) {
                long[] equality = low.clone();
                equality[variables] = Math.subtractExact(equality[variables], distance);
                long[] point = with(equality);
                if (point != null) {
                    return point;
                }
            }
        }
        return null;
    }
}
