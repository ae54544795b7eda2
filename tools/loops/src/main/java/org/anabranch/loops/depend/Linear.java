package org.anabranch.loops.depend;

import java.util.Arrays;

/**
 * A linear form with integer coefficients, {@code constant + sum of coefficient(v) * x(v)}, over
 * the variables of a {@link Space}: variable 0 is the iteration of the parallel loop, counted from
 * 0, and variable v the iteration of the v-th loop inside it. Immutable.
 *
 * <p>All arithmetic is exact; overflow of a {@code long} throws {@link ArithmeticException}.
 */
public final class Linear {
    private final long constant;
    private final long[] coefficients;

    private Linear(long constant, long[] coefficients) {
        int length = coefficients.length;
        while (length > 0 && coefficients[length - 1] == 0) {
            length--;
        }
        this.constant = constant;
        this.coefficients = Arrays.copyOf(coefficients, length);
    }

    /**
     * Returns a form.
     *
     * @param constant the constant term
     * @param coefficients factor of variable 0, 1 and so on; missing ones are 0
     * @return the form
     */
    public static Linear of(long constant, long... coefficients) {
        return new Linear(constant, coefficients);
    }

    /**
     * Returns the form that is a single variable.
     *
     * @param variable its number, from 0
     * @return the form
     */
    public static Linear variable(int variable) {
        long[] coefficients = new long[variable + 1];
        coefficients[variable] = 1;
        return new Linear(0, coefficients);
    }

    /** {@return the constant term} */
    public long constant() {
        return constant;
    }

    /**
     * Returns the factor of a variable.
     *
     * @param variable its number, from 0
     * @return its factor, 0 if it does not occur
     */
    public long coefficient(int variable) {
        return variable < coefficients.length ? coefficients[variable] : 0;
    }

    /** {@return one more than the highest variable that occurs, 0 for a constant} */
    public int variables() {
        return coefficients.length;
    }

    /** {@return true if no variable occurs} */
    public boolean isConstant() {
        return coefficients.length == 0;
    }

    /**
     * Returns the sum with another form.
     *
     * @param other another form
     * @return this plus the other
     */
    public Linear plus(Linear other) {
        long[] sum = Arrays.copyOf(coefficients, Math.max(variables(), other.variables()));
        for (int v = 0; v < other.variables(); v++) {
            sum[v] = Math.addExact(sum[v], other.coefficients[v]);
        }
        return new Linear(Math.addExact(constant, other.constant), sum);
    }

    /**
     * Returns the sum with a number.
     *
     * @param number any
     * @return this plus the number
     */
    public Linear plus(long number) {
        return new Linear(Math.addExact(constant, number), coefficients);
    }

    /**
     * Returns the difference.
     *
     * @param other another form
     * @return this minus the other
     */
    public Linear minus(Linear other) {
        return plus(other.times(-1));
    }

    /**
     * Returns a multiple.
     *
     * @param factor any
     * @return this times the factor
     */
    public Linear times(long factor) {
        long[] product = new long[coefficients.length];
        for (int v = 0; v < product.length; v++) {
            product[v] = Math.multiplyExact(coefficients[v], factor);
        }
        return new Linear(Math.multiplyExact(constant, factor), product);
    }

    /**
     * Returns the quotient by a number, rounded down, if it is linear.
     *
     * @param divisor at least 1
     * @return the quotient; null if a factor is no multiple of the divisor
     */
    public Linear quotient(long divisor) {
        long[] quotients = new long[coefficients.length];
        for (int v = 0; v < quotients.length; v++) {
            if (coefficients[v] % divisor != 0) {
                return null;
            }
            quotients[v] = coefficients[v] / divisor;
        }
        return new Linear(Math.floorDiv(constant, divisor), quotients);
    }

    /**
     * Returns the value at a point.
     *
     * @param point a value for each variable; missing ones are 0
     * @return the value of the form
     */
    public long at(long... point) {
        long value = constant;
        for (int v = 0; v < Math.min(point.length, coefficients.length); v++) {
            value = Math.addExact(value, Math.multiplyExact(coefficients[v], point[v]));
        }
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Linear form
                && constant == form.constant
                && Arrays.equals(coefficients, form.coefficients);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(coefficients) + Long.hashCode(constant);
    }

    /** Returns the form as text, with variable 0 as {@code k} and variable v as {@code jv}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int v = 0; v < coefficients.length; v++) {
            if (coefficients[v] != 0) {
                term(text, coefficients[v], v == 0 ? "k" : "j" + v);
            }
        }
        if (constant != 0 || text.isEmpty()) {
            term(text, constant, "");
        }
        return text.toString();
    }

    private static void term(StringBuilder text, long factor, String name) {
        String sign = factor < 0 ? "-" : "+";
        text.append(text.isEmpty() ? factor < 0 ? "-" : "" : " " + sign + " ");
        String size = Long.toUnsignedString(Math.abs(factor));
        text.append(name.isEmpty() ? size : size.equals("1") ? name : size + "*" + name);
    }
}
