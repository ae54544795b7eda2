package org.anabranch.loops.depend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Normalised inequalities: factors without a common divisor, the constant rounded down accordingly
 * (which excludes no integer point), one row for each set of factors. Opposite rows that permit one
 * value only become equalities.
 */
record Rows(List<long[]> inequalities, List<long[]> equalities) {

    /** The factors of a row, as a map key. */
    private record Factors(long[] values) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Factors factors && Arrays.equals(values, factors.values);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(values);
        }
    }

    /** Normalises inequalities, or returns null if a row cannot hold. */
    static Rows of(List<long[]> given, int variables) {
        Map<Factors, long[]> tightest = new HashMap<>();
        List<long[]> kept = new ArrayList<>(given.size());
        for (long[] row : given) {
            long divisor = divisor(row, variables);
            if (divisor == 0) {
                if (row[variables] < 0) {
                    return null;
                }
                continue;
            }
            for (int v = 0; v < variables; v++) {
                row[v] /= divisor;
            }
            row[variables] = Math.floorDiv(row[variables], divisor);
            long[] known = tightest.putIfAbsent(new Factors(Arrays.copyOf(row, variables)), row);
            if (known == null) {
                kept.add(row);
            } else {
                known[variables] = Math.min(known[variables], row[variables]);
            }
        }
        return opposite(kept, tightest, variables);
    }

    private static Rows opposite(List<long[]> rows, Map<Factors, long[]> known, int variables) {
        List<long[]> inequalities = new ArrayList<>(rows.size());
        List<long[]> equalities = new ArrayList<>();
        for (long[] row : rows) {
            long[] negated = new long[variables];
            for (int v = 0; v < variables; v++) {
                negated[v] = Math.negateExact(row[v]);
            }
            long[] other = known.get(new Factors(negated));
            long slack = other == null ? 1 : Math.addExact(row[variables], other[variables]);
            if (slack < 0) {
                return null;
            }
            if (slack > 0) {
                inequalities.add(row);
            } else if (first(row) > 0) {
                equalities.add(row);
            }
        }
        return new Rows(inequalities, equalities);
    }

    private static long first(long[] row) {
        int v = 0;
        while (row[v] == 0) {
            v++;
        }
        return row[v];
    }

    /** Returns the greatest common divisor of the factors, 0 if all are 0. */
    static long divisor(long[] row, int variables) {
        long divisor = 0;
        for (int v = 0; v < variables && divisor != 1; v++) {
            divisor = divisor(divisor, row[v]);
        }
        return divisor;
    }

    static long divisor(long a, long b) {
        if (a == Long.MIN_VALUE || b == Long.MIN_VALUE) {
            throw new ArithmeticException("a factor is -2^63");
        }
        long x = Math.abs(a);
        long y = Math.abs(b);
        while (y != 0) {
            long rest = x % y;
            x = y;
            y = rest;
        }
        return x;
    }
}
