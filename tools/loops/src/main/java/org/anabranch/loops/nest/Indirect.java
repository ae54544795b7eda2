package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Linear;

/**
 * A subscript that comes from an index array: {@code scale * array[place] + offset}.
 *
 * @param array the index array; the loop must not write it
 * @param base number of its memory
 * @param place the subscript of the index array, which depends on the iteration alone
 * @param scale factor
 * @param offset summand
 */
public record Indirect(int[] array, int base, Linear place, long scale, long offset) {

    /** Returns the subscript in an iteration; {@code Long.MIN_VALUE} if it overflows in Java. */
    long at(long iteration) {
        long index = place.constant() + place.coefficient(0) * iteration;
        if (index < 0 || index >= array.length) {
            return Long.MIN_VALUE;
        }
        long value = scale * array[(int) index] + offset;
        return value == (int) value ? value : Long.MIN_VALUE;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Indirect indirect
                && array == indirect.array
                && place.equals(indirect.place)
                && scale == indirect.scale
                && offset == indirect.offset;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(array) + place.hashCode();
    }
}
