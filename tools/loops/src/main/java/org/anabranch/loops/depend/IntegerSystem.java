package org.anabranch.loops.depend;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A system of linear equalities and inequalities over the integers, with a search for a point that
 * satisfies it: the Omega test (W. Pugh, "The Omega test: a fast and practical integer programming
 * algorithm for dependence analysis", 1991).
 *
 * <p>Equalities are eliminated first: a variable with the factor 1 is substituted; otherwise a
 * unimodular change of variables makes the factors smaller, as in the Euclidean algorithm, until
 * one is 1. Then {@link Elimination} removes variables one by one. The substitutions and changes
 * are recorded, so that a point of the small system gives one of the large system.
 *
 * <p>Rows are {@code long[]}: the factors, then the constant. All arithmetic is checked: {@link
 * ArithmeticException} means that numbers became too large for a decision.
 */
final class IntegerSystem {
    private final int variables;
    private final List<long[]> equalities = new ArrayList<>();
    private List<long[]> inequalities = new ArrayList<>();
    private final Deque<Step> steps = new ArrayDeque<>();
    private final Budget budget;

    /**
     * A substitution: {@code x(variable)} becomes the row's value, in which it may occur itself
     * with factor 1.
     */
    private record Step(int variable, long[] row) {}

    /** A limit for the work on one system. */
    static final class Budget {
        private static final long MOST_ALIKE = 4;

        private int left;

        Budget(int rows) {
            this.left = rows;
        }

        void spend(int rows) {
            left -= rows;
            require(0);
        }

        /** Checks the limit before rows are made, most of which may turn out equal to others. */
        void require(long rows) {
            if (rows > MOST_ALIKE * left) {
                throw new ArithmeticException("the system of constraints grows too large");
            }
        }
    }

    IntegerSystem(int variables, Budget budget) {
        this.variables = variables;
        this.budget = budget;
    }

    /** Adds the equality of a row's value with 0. The system takes ownership of the row. */
    void zero(long[] row) {
        equalities.add(row);
    }

    /**
     * Adds the inequality of a row's value being at least 0. The system takes ownership of the row.
     */
    void atLeastZero(long[] row) {
        inequalities.add(row);
    }

    /**
     * Searches for a point. The system cannot be used afterwards.
     *
     * @return a value for each variable, or null if there is no such point
     */
    long[] solve() {
        for (int e = 0; e < equalities.size(); e++) {
            if (!remove(equalities.get(e), e + 1)) {
                return null;
            }
        }
        equalities.clear();
        Rows rows = Rows.of(inequalities, variables);
        if (rows == null) {
            return null;
        }
        budget.spend(rows.inequalities().size() + 1);
        long[] point = rows.equalities().isEmpty() ? eliminate(rows) : again(rows);
        return point == null ? null : undone(point);
    }

    private long[] eliminate(Rows rows) {
        return new Elimination(rows.inequalities(), variables, budget).solve();
    }

    private long[] again(Rows rows) {
        IntegerSystem tighter = new IntegerSystem(variables, budget);
        rows.equalities().forEach(tighter::zero);
        rows.inequalities().forEach(tighter::atLeastZero);
        return tighter.solve();
    }

    /** Undoes the substitutions for a point, the last one first. */
    private long[] undone(long[] point) {
        while (!steps.isEmpty()) {
            Step step = steps.removeLast();
            point[step.variable] = value(step.row, point);
        }
        return point;
    }

    static long value(long[] row, long[] point) {
        long value = row[point.length];
        for (int v = 0; v < point.length; v++) {
            if (row[v] != 0) {
                value = Math.addExact(value, Math.multiplyExact(row[v], point[v]));
            }
        }
        return value;
    }

    /** Eliminates a variable by an equality; returns false if the equality cannot hold. */
    private boolean remove(long[] row, int next) {
        long divisor = Rows.divisor(row, variables);
        if (divisor == 0) {
            return row[variables] == 0;
        }
        if (row[variables] % divisor != 0) {
            return false;
        }
        for (int v = 0; v <= variables; v++) {
            row[v] /= divisor;
        }
        int smallest = smallest(row);
        while (Math.abs(row[smallest]) != 1) {
            change(row, smallest, next);
            smallest = smallest(row);
        }
        long sign = -row[smallest];
        long[] replacement = new long[variables + 1];
        for (int v = 0; v <= variables; v++) {
            replacement[v] = v == smallest ? 0 : Math.multiplyExact(sign, row[v]);
        }
        apply(new Step(smallest, replacement), next);
        return true;
    }

    private int smallest(long[] row) {
        int smallest = -1;
        for (int v = 0; v < variables; v++) {
            if (row[v] != 0 && (smallest < 0 || Math.abs(row[v]) < Math.abs(row[smallest]))) {
                smallest = v;
            }
        }
        return smallest;
    }

    /**
     * Performs the Euclidean step: replaces the variable so that the other factors become
     * remainders.
     */
    private void change(long[] row, int variable, int next) {
        long[] replacement = new long[variables + 1];
        replacement[variable] = 1;
        for (int v = 0; v < variables; v++) {
            if (v != variable) {
                replacement[v] = -Math.floorDiv(row[v], row[variable]);
            }
        }
        apply(new Step(variable, replacement), next);
        substitute(row, variable, replacement);
    }

    private void apply(Step step, int next) {
        steps.addLast(step);
        for (int e = next; e < equalities.size(); e++) {
            substitute(equalities.get(e), step.variable, step.row);
        }
        for (long[] row : inequalities) {
            substitute(row, step.variable, step.row);
        }
    }

    private static void substitute(long[] row, int variable, long[] replacement) {
        long factor = row[variable];
        if (factor == 0) {
            return;
        }
        row[variable] = 0;
        for (int v = 0; v < row.length; v++) {
            if (replacement[v] != 0) {
                row[v] = Math.addExact(row[v], Math.multiplyExact(factor, replacement[v]));
            }
        }
    }
}
