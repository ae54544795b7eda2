package org.anabranch.api;

/**
 * A number passed to a kernel by value.
 *
 * @param value an {@code Integer}, {@code Long}, {@code Float} or {@code Double}
 */
public record Scalar(Number value) implements Argument {

    /**
     * Checks the type.
     *
     * @throws KernelArgumentException if it is none of the four
     */
    public Scalar {
        if (!(value instanceof Integer
                || value instanceof Long
                || value instanceof Float
                || value instanceof Double)) {
            throw new KernelArgumentException(
                    "a scalar is an int, long, float or double, not "
                            + (value == null ? null : value.getClass().getName()));
        }
    }
}
