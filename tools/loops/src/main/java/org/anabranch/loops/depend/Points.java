package org.anabranch.loops.depend;

import org.anabranch.loops.depend.IntegerSystem.Budget;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The points of one space, or the pairs of points of two spaces whose parallel iterations differ,
 * with further conditions: the builder of an {@link IntegerSystem}.
 */
final class Points {
    private static final int BUDGET = 30_000;

    private final List<long[]> zeros = new ArrayList<>();
    private final List<long[]> notBelowZero = new ArrayList<>();
    private final int variables;
    private final int[] first;
    private final int[] second;

    /** The variable that differs between the two points; the next one is their distance. */
    private int level;

    private int extra;

    private Points(int variables, int extra, int[] first, int[] second) {
        this.variables = variables;
        this.extra = extra;
        this.first = first;
        this.second = second;
    }

    /** Returns the points of a space, with the space's numbering of variables. */
    static Points of(Space space) {
        int[] places = new int[space.variables()];
        for (int v = 0; v < places.length; v++) {
            places[v] = v;
        }
        Points points = new Points(places.length + moduli(space), places.length, places, places);
        points.space(space, places, false);
        return points;
    }

    /**
     * Returns pairs of points. For level 0, variable 0 is the earlier iteration, variable 1 the
     * distance to the later one, at least 1; then come the inner variables of the earlier, then
     * those of the later. For the level of an inner loop they are of one iteration of the parallel
     * loop: the variables before that level are common to both points, the next two are the earlier
     * iteration of the inner loop and the distance to the later.
     *
     * @param level the variable that differs
     */
    static Points ofPair(Space earlier, Space later, int level) {
        int[] first = new int[earlier.variables()];
        int[] second = new int[later.variables()];
        for (int v = 0; v <= level; v++) {
            first[v] = v;
            second[v] = v;
        }
        int next = level + 2;
        for (int v = level + 1; v < first.length; v++) {
            first[v] = next++;
        }
        for (int v = level + 1; v < second.length; v++) {
            second[v] = next++;
        }
        int variables = next + moduli(earlier) + moduli(later);
        Points points = new Points(variables, next, first, second);
        points.level = level;
        long[] distance = points.variable(level + 1);
        distance[variables] = -1;
        points.notBelowZero.add(distance);
        points.space(earlier, first, false);
        points.space(later, second, true);
        return points;
    }

    private static int moduli(Space space) {
        int count = 0;
        for (Constraint constraint : space.constraints()) {
            count += constraint.relation() == Constraint.Relation.MULTIPLE ? 1 : 0;
        }
        return count;
    }

    private void space(Space space, int[] places, boolean later) {
        long[] last = row(Linear.variable(0).times(-1).plus(space.iterations() - 1), places, later);
        notBelowZero.add(last);
        for (int v = 0; v < space.variables(); v++) {
            if (v > level || !later) {
                notBelowZero.add(row(Linear.variable(v), places, later));
            }
        }
        for (Constraint constraint : space.constraints()) {
            long[] row = row(constraint.form(), places, later);
            switch (constraint.relation()) {
                case AT_LEAST_ZERO -> notBelowZero.add(row);
                case ZERO -> zeros.add(row);
                case MULTIPLE -> {
                    row[extra++] = -constraint.modulus();
                    zeros.add(row);
                }
            }
        }
    }

    private long[] row(Linear form, int[] places, boolean later) {
        long[] row = new long[variables + 1];
        for (int v = 0; v < form.variables(); v++) {
            row[places[v]] = form.coefficient(v);
        }
        if (later) {
            row[level + 1] = form.coefficient(level);
        }
        row[variables] = form.constant();
        return row;
    }

    /** Returns the row of a form at the (earlier) point. */
    long[] first(Linear form) {
        return row(form, first, false);
    }

    /** Returns the row of a form at the later point. */
    long[] second(Linear form) {
        return row(form, second, true);
    }

    void zero(long[] row) {
        zeros.add(row);
    }

    void notBelowZero(long[] row) {
        notBelowZero.add(row);
    }

    static long[] sum(long[] row, long factor, long[] other, long constant) {
        long[] sum = new long[row.length];
        for (int v = 0; v < sum.length; v++) {
            sum[v] = Math.addExact(row[v], Math.multiplyExact(factor, other[v]));
        }
        sum[sum.length - 1] = Math.addExact(sum[sum.length - 1], constant);
        return sum;
    }

    /**
     * Searches for a point.
     *
     * @return its variables, or null if there is none
     * @throws ArithmeticException if that cannot be decided
     */
    long[] any() {
        try {
            return omega();
        } catch (ArithmeticException tooLarge) {
            return search();
        }
    }

    private long[] search() {
        Budget budget = new Budget(10 * BUDGET);
        return new Search(inequalities(), variables, budget).in(Interval.all(variables));
    }

    private List<long[]> inequalities() {
        List<long[]> rows = new ArrayList<>(notBelowZero);
        for (long[] row : zeros) {
            rows.add(row);
            rows.add(sum(new long[row.length], -1, row, 0));
        }
        return rows;
    }

    private long[] omega() {
        IntegerSystem system = new IntegerSystem(variables, new Budget(BUDGET));
        zeros.forEach(row -> system.zero(row.clone()));
        notBelowZero.forEach(row -> system.atLeastZero(row.clone()));
        return system.solve();
    }

    /**
     * Returns a point where the row's value is least, given any point and a bound for the value.
     */
    long[] least(long[] row, long[] known, long bound) {
        long[] best = known;
        long low = Math.max(bound, lowerBound(row));
        boolean attained = true; // mostly
        while (low < IntegerSystem.value(row, best)) {
            long middle = attained ? low : low + (IntegerSystem.value(row, best) - low) / 2;
            attained = false;
            long[] atMost = sum(new long[variables + 1], -1, row, middle);
            notBelowZero.add(atMost);
            long[] better = any();
            notBelowZero.removeLast();
            if (better == null) {
                low = middle + 1;
            } else {
                best = better;
            }
        }
        return best;
    }

    private long lowerBound(long[] row) {
        Interval[] box = Bounding.of(inequalities(), variables);
        Interval value = Interval.point(row[variables]);
        for (int v = 0; v < variables && value.boundedBelow(); v++) {
            value = row[v] == 0 ? value : value.plus(box[v].times(row[v]));
        }
        return value.low();
    }

    long[] earlier(long[] point) {
        return taken(point, first);
    }

    long[] later(long[] point) {
        long[] taken = taken(point, second);
        taken[0] = Math.addExact(point[0], point[1]);
        return taken;
    }

    private static long[] taken(long[] point, int[] places) {
        return Arrays.stream(places).mapToLong(place -> point[place]).toArray();
    }

    /** Returns the row that is one variable. */
    long[] variable(int place) {
        long[] row = new long[variables + 1];
        row[place] = 1;
        return row;
    }
}
