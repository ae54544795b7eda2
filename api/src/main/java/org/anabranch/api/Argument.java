package org.anabranch.api;

/** What a kernel is given for one of its parameters: memory or a number. */
public sealed interface Argument permits Operand, MappedOperand, Scalar {

    /**
     * A number.
     *
     * @param value an {@code int}, {@code long}, {@code float} or {@code double}
     * @return the argument
     */
    static Scalar of(Number value) {
        return new Scalar(value);
    }
}
