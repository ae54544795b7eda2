package org.anabranch.api;

/**
 * The argument for one kernel parameter: memory or a number. A bare {@link Range} is accessed as
 * the parameter declares.
 */
public sealed interface Argument permits Operand, MappedOperand, Range, Argument.Scalar {

    /**
     * A number passed to a kernel by value.
     *
     * @param value an {@code Integer}, {@code Long}, {@code Float} or {@code Double}
     */
    record Scalar(Number value) implements Argument {

        /**
         * Checks the type of the number.
         *
         * @throws KernelArgumentException if it is none of the four
         */
        public Scalar {
            if (!(value instanceof Integer
                    || value instanceof Long
                    || value instanceof Float
                    || value instanceof Double)) {
                throw new KernelArgumentException(
                        "the value of a scalar is an int, long, float or double, not "
                                + (value == null ? null : value.getClass().getName()));
            }
        }
    }

    /**
     * Returns a scalar argument.
     *
     * @param value an {@code int}, {@code long}, {@code float} or {@code double}
     * @return the argument
     */
    static Scalar of(Number value) {
        return new Scalar(value);
    }
}
