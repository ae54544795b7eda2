package org.anabranch.loops;

/**
 * A reduction: memory that a loop only updates by one associative operator.
 *
 * @param name the variable reduced into, as in the source
 * @param operator {@code +}, {@code *}, {@code min}, {@code max}, {@code &}, {@code |} or {@code ^}
 * @param anyOrder true if every order gives the same bits; false for the sums and products of
 *     floating-point numbers
 * @param line of the source, or 0
 */
public record Reduction(String name, String operator, boolean anyOrder, int line) {
    @Override
    public String toString() {
        return name + " is reduced by " + operator + (line > 0 ? " in line " + line : "");
    }
}
