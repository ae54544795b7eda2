package org.anabranch.loops.depend;

import java.util.ArrayList;
import java.util.List;

/**
 * The shape of a write between a pair of points: its iteration has a fixed distance to one of the
 * two, and its inner variables are linear in those of the pair.
 */
final class WriteShape {
    private final ArrayAccess source;
    private final ArrayAccess target;
    private final ArrayAccess write;
    private final long[] point;
    private final long[] pair;
    private final Points points;

    /** The variables of the write as rows over the pairs; null if not yet determined. */
    private final long[][] variables;

    /** True for each subscript that has determined a variable. */
    private final boolean[] used;

    /**
     * A write between two points.
     *
     * @param source the access at the earlier point
     * @param target the access at the later point
     * @param write the write
     * @param point where it is
     * @param pair the variables of both points
     */
    WriteShape(
            ArrayAccess source, ArrayAccess target, ArrayAccess write, long[] point, long[] pair) {
        this.source = source;
        this.target = target;
        this.write = write;
        this.point = point;
        this.pair = pair;
        this.points = DependenceTest.collisions(source, target);
        this.variables = new long[point.length][];
        this.used = new boolean[write.subscripts().size()];
    }

    /**
     * Returns inequalities, one of which holds for each pair that has no write of this shape in
     * between; null if the given pair has none either.
     *
     * @param later true if the iteration of the write has a fixed distance to that of the later
     *     point; false for that of the earlier
     * @param fixed where inner variables that no subscript determines are taken from: 0 as they
     *     are, 1 relative to the earlier point, 2 relative to the later
     */
    List<long[]> escapes(boolean later, int fixed) {
        Linear first = Linear.variable(0);
        long[] iteration = later ? points.second(first) : points.first(first);
        long moved = point[0] - IntegerSystem.value(iteration, pair);
        variables[0] = Points.sum(iteration, 0, iteration, moved);
        solve();
        List<long[]> rows = new ArrayList<>();
        if (moved != 0) {
            rows.add(Points.sum(zero(), -1, points.variable(1), Math.abs(moved)));
        }
        for (int v = 1; v < variables.length; v++) {
            variables[v] = variables[v] == null ? free(v, fixed) : variables[v];
            rows.add(below(variables[v]));
        }
        for (Constraint constraint : write.space().constraints()) {
            long[] row = substituted(constraint.form());
            switch (constraint.relation()) {
                case AT_LEAST_ZERO -> rows.add(below(row));
                case ZERO -> unequal(row, rows);
                case MULTIPLE -> {
                    return null;
                }
            }
        }
        for (int d = 0; d < used.length; d++) {
            if (!used[d]) {
                long[] element = points.second(target.subscripts().get(d));
                unequal(Points.sum(substituted(write.subscripts().get(d)), -1, element, 0), rows);
            }
        }
        rows.removeIf(WriteShape::neverHolds);
        return rows.stream().anyMatch(row -> IntegerSystem.value(row, pair) >= 0) ? null : rows;
    }

    /** Sets the variables that a subscript determines. */
    private void solve() {
        for (int round = 0; round < variables.length; round++) {
            for (int d = 0; d < used.length; d++) {
                Linear subscript = write.subscripts().get(d);
                int open = open(subscript);
                if (open > 0 && Math.abs(subscript.coefficient(open)) == 1) {
                    variables[open] = zero();
                    long[] element = points.second(target.subscripts().get(d));
                    long[] rest = Points.sum(element, -1, substituted(subscript), 0);
                    variables[open] = Points.sum(zero(), subscript.coefficient(open), rest, 0);
                    used[d] = true;
                }
            }
        }
    }

    /** Returns the only variable of a form that is not set; 0 if there are none or several. */
    private int open(Linear form) {
        int open = 0;
        for (int v = 1; v < form.variables(); v++) {
            if (form.coefficient(v) != 0 && variables[v] == null) {
                if (open > 0) {
                    return 0;
                }
                open = v;
            }
        }
        return open;
    }

    private long[] free(int variable, int fixed) {
        ArrayAccess like = fixed == 1 ? source : target;
        long[] row = zero();
        if (fixed > 0 && variable < like.space().variables()) {
            Linear form = Linear.variable(variable);
            row = fixed == 1 ? points.first(form) : points.second(form);
        }
        return Points.sum(row, 0, row, point[variable] - IntegerSystem.value(row, pair));
    }

    private long[] substituted(Linear form) {
        long[] row = zero();
        row[row.length - 1] = form.constant();
        for (int v = 0; v < form.variables(); v++) {
            if (form.coefficient(v) != 0) {
                row = Points.sum(row, form.coefficient(v), variables[v], 0);
            }
        }
        return row;
    }

    private long[] zero() {
        return new long[pair.length + 1];
    }

    /** Adds the two inequalities, one of which holds if a row's value is not 0. */
    private static void unequal(long[] row, List<long[]> rows) {
        rows.add(below(row));
        rows.add(Points.sum(row, 0, row, -1));
    }

    /** Returns the inequality of a row's value being below 0. */
    private static long[] below(long[] row) {
        return Points.sum(new long[row.length], -1, row, -1);
    }

    private static boolean neverHolds(long[] row) {
        for (int v = 0; v < row.length - 1; v++) {
            if (row[v] != 0) {
                return false;
            }
        }
        return row[row.length - 1] < 0;
    }
}
