package org.anabranch.loops;

/**
 * Memory that a loop only adds to, multiplies and so on.
 *
 * @param name what is reduced into, as in the source
 * @param operator {@code +}, {@code *}, {@code min}, {@code max}, {@code &}, {@code |} or {@code ^}
 * @param anyOrder whether every order gives the same bits; not so for the sums and products of
 *     floating numbers
 * @param line of the source, or 0
 */
public record Reduction(String name, String operator, boolean anyOrder, int line) {
    @Override
    public String toString() {
        return name + " is reduced by " + operator + (line > 0 ? " in line " + line : "");
    }
}
