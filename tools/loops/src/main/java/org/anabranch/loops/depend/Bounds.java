package org.anabranch.loops.depend;

/**
 * Bounds checks for linear forms over a space: of subscripts against the length of an array, and of
 * {@code int} expressions against overflow. Exact over the integers. Stateless and thread-safe.
 */
public final class Bounds {
    private Bounds() {}

    /**
     * Returns true if a form is within {@code [low, high)} at every point.
     *
     * @param form over the variables of the space
     * @param space where it is evaluated
     * @param low the least permitted value
     * @param high one more than the greatest permitted value
     * @return true only if that is proved
     */
    public static boolean within(Linear form, Space space, long low, long high) {
        if (space.isPlainlyEmpty()) {
            return true;
        }
        Interval plain = Interval.of(form, space.box());
        if (plain.low() >= low && plain.high() < high) {
            return true;
        }
        try {
            return (plain.low() >= low || outsidePoints(form, space, low, false).any() == null)
                    && (plain.high() < high
                            || outsidePoints(form, space, high, true).any() == null);
        } catch (ArithmeticException tooLarge) {
            return false;
        }
    }

    /**
     * Returns an upper bound of a form, not always the least one.
     *
     * @param form over the variables of the space
     * @param space where it is evaluated
     * @return a number that it does not exceed; {@link Long#MAX_VALUE} if there is none
     */
    public static long most(Linear form, Space space) {
        return space.isPlainlyEmpty() ? 0 : Interval.of(form, space.box()).high();
    }

    /**
     * Returns false if a form is never 0: for divisors.
     *
     * @param form over the variables of the space
     * @param space where it is evaluated
     * @return false only if it is proved that the form is never 0
     */
    public static boolean mayBeZero(Linear form, Space space) {
        if (space.isPlainlyEmpty() || !Interval.of(form, space.box()).contains(0)) {
            return false;
        }
        try {
            Points points = Points.of(space);
            points.zero(points.first(form));
            return points.any() != null;
        } catch (ArithmeticException tooLarge) {
            return true;
        }
    }

    /** Returns the points where the form is at least the bound, or below it. */
    static Points outsidePoints(Linear form, Space space, long bound, boolean above) {
        Points points = Points.of(space);
        Linear out =
                above
                        ? form.minus(Linear.of(bound))
                        : Linear.of(Math.subtractExact(bound, 1)).minus(form);
        points.notBelowZero(points.first(out));
        return points;
    }
}
