package org.anabranch.loops.depend;

/**
 * Textbook conditions under which two accesses never conflict: disjoint ranges, the GCD test, the
 * strong SIV test, and Banerjee's bounds for the direction "earlier before later". The separability
 * of row-major subscripts is a case of the last. Sufficient, not necessary.
 */
final class QuickTest {
    private QuickTest() {}

    /** Returns true if the two cannot access one element in any two iterations. */
    static boolean unrelated(ArrayAccess first, ArrayAccess second) {
        Space a = first.space();
        Space b = second.space();
        if (a.iterations() < 2 || a.isPlainlyEmpty() || b.isPlainlyEmpty()) {
            return true;
        }
        int dimensions = first.subscripts().size();
        if (dimensions != second.subscripts().size()) {
            return false;
        }
        for (int d = 0; d < dimensions; d++) {
            boolean last = d == dimensions - 1;
            Interval from = Interval.of(first.subscripts().get(d), a.box());
            Interval to = Interval.of(second.subscripts().get(d), b.box());
            from = last ? from.plus(new Interval(0, first.width() - 1)) : from;
            to = last ? to.plus(new Interval(0, second.width() - 1)) : to;
            if (!from.meets(to)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if the two cannot access one element, the first in an earlier iteration. */
    static boolean apart(ArrayAccess earlier, ArrayAccess later) {
        int dimensions = earlier.subscripts().size();
        for (int d = 0; d < dimensions; d++) {
            boolean last = d == dimensions - 1;
            Interval gap =
                    last
                            ? new Interval(1 - earlier.width(), later.width() - 1)
                            : new Interval(0, 0);
            Linear from = earlier.subscripts().get(d);
            Linear to = later.subscripts().get(d);
            if (apart(from, earlier.space(), to, later.space(), gap)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns true if {@code from(k, ..) - to(k', ..)} with {@code k < k'} is never within the gap.
     */
    private static boolean apart(Linear from, Space a, Linear to, Space b, Interval gap) {
        try {
            long constant = Math.subtractExact(from.constant(), to.constant());
            if (gap.low() == 0 && gap.high() == 0 && !divides(from, to, constant)) {
                return true;
            }
            Interval difference =
                    Interval.point(constant)
                            .plus(Interval.of(from, a.box(), 1))
                            .plus(Interval.of(to, b.box(), 1).times(-1))
                            .plus(ordered(from.coefficient(0), to.coefficient(0), a, b));
            return !difference.meets(gap);
        } catch (ArithmeticException tooLarge) {
            return false;
        }
    }

    private static boolean divides(Linear from, Linear to, long constant) {
        long divisor = 0;
        for (int v = 0; v < from.variables() && divisor != 1; v++) {
            divisor = Rows.divisor(divisor, from.coefficient(v));
        }
        for (int v = 0; v < to.variables() && divisor != 1; v++) {
            divisor = Rows.divisor(divisor, to.coefficient(v));
        }
        return divisor == 0 ? constant == 0 : constant % divisor == 0;
    }

    /**
     * Returns the range of {@code f*k - t*k'} for {@code k < k'}: its extremes are at the corners
     * of that triangle.
     */
    private static Interval ordered(long f, long t, Space a, Space b) {
        long low = Math.min(a.box()[0].low(), b.box()[0].low());
        long high = Math.max(a.box()[0].high(), b.box()[0].high());
        if (f == t) {
            return new Interval(1, high - low).times(Math.negateExact(t));
        }
        long near = corner(f, low, t, low + 1);
        long wide = corner(f, low, t, high);
        long far = corner(f, high - 1, t, high);
        return new Interval(
                Math.min(near, Math.min(wide, far)), Math.max(near, Math.max(wide, far)));
    }

    private static long corner(long f, long k, long t, long later) {
        return Math.subtractExact(Math.multiplyExact(f, k), Math.multiplyExact(t, later));
    }
}
