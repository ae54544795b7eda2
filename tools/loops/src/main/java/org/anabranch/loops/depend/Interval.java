package org.anabranch.loops.depend;

import java.util.Collections;

/**
 * The integers from {@code low} to {@code high}, both included; empty if {@code low > high}. Bounds
 * beyond 2^62 on either side count as unbounded, so that sums cannot wrap.
 */
record Interval(long low, long high) {
    private static final long LIMIT = 1L << 62;
    private static final Interval ALL = new Interval(Long.MIN_VALUE, Long.MAX_VALUE);

    Interval {
        low = low < -LIMIT ? Long.MIN_VALUE : Math.min(low, LIMIT);
        high = high > LIMIT ? Long.MAX_VALUE : Math.max(high, -LIMIT);
    }

    /** Returns the bounds of variables of which nothing is known. */
    static Interval[] all(int variables) {
        return Collections.nCopies(variables, ALL).toArray(Interval[]::new);
    }

    static Interval point(long value) {
        return new Interval(value, value);
    }

    boolean isEmpty() {
        return low > high;
    }

    boolean boundedBelow() {
        return low != Long.MIN_VALUE;
    }

    boolean boundedAbove() {
        return high != Long.MAX_VALUE;
    }

    boolean contains(long value) {
        return low <= value && value <= high;
    }

    boolean meets(Interval other) {
        return low <= other.high && other.low <= high;
    }

    Interval plus(Interval other) {
        boolean below = boundedBelow() && other.boundedBelow();
        boolean above = boundedAbove() && other.boundedAbove();
        return new Interval(
                below ? sum(low, other.low) : Long.MIN_VALUE,
                above ? sum(high, other.high) : Long.MAX_VALUE);
    }

    Interval times(long factor) {
        if (factor == 0) {
            return point(0);
        }
        long first =
                factor > 0
                        ? product(low, factor, boundedBelow())
                        : product(high, factor, boundedAbove());
        long second =
                factor > 0
                        ? product(high, factor, boundedAbove())
                        : product(low, factor, boundedBelow());
        return new Interval(first, second);
    }

    /**
     * Adds with saturation. Both are at most 2^62 in size, so a sum can overflow only at exactly
     * 2^63.
     */
    private static long sum(long a, long b) {
        long sum = a + b;
        return a > 0 && b > 0 && sum < 0 ? Long.MAX_VALUE : sum;
    }

    private static long product(long value, long factor, boolean bounded) {
        if (!bounded) {
            return (value < 0) == (factor < 0) ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        long high = Math.multiplyHigh(value, factor);
        long low = value * factor;
        if (high == low >> 63) {
            return low;
        }
        return high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** Returns the part where {@code factor * x + rest >= 0}. */
    Interval narrowed(long factor, long rest) {
        return factor > 0
                ? new Interval(Math.max(low, Math.ceilDiv(-rest, factor)), high)
                : new Interval(low, Math.min(high, Math.floorDiv(rest, -factor)));
    }

    /** Returns the range of a form over a box. */
    static Interval of(Linear form, Interval[] box) {
        return point(form.constant()).plus(of(form, box, 0));
    }

    /** Returns the range of the terms of a form from a variable on. */
    static Interval of(Linear form, Interval[] box, int from) {
        Interval sum = point(0);
        for (int v = from; v < form.variables(); v++) {
            if (form.coefficient(v) != 0) {
                sum = sum.plus(box[v].times(form.coefficient(v)));
            }
        }
        return sum;
    }
}
