package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.ir.Local;

/**
 * A subscript that comes from an index array: {@code array[place]}. It names the array by its
 * variable, so that it also stands for other calls.
 *
 * @param array the first input that is the index array, an {@code int[]}; the loop must not write
 *     it
 * @param base number of its memory
 * @param place the subscript of the index array, which depends on the iteration alone
 */
public record Indirect(Local array, int base, Linear place) {
    /** The elements that are read before a subscript out of bounds ends the search. */
    private static final int BLOCK = 4096;

    int[] values(Inputs inputs) {
        return (int[]) inputs.read(array);
    }

    /** Returns the subscript in an iteration; {@code Long.MIN_VALUE} if it is outside the array. */
    long at(int[] values, long iteration) {
        long index = place.constant() + place.coefficient(0) * iteration;
        return index < 0 || index >= values.length ? Long.MIN_VALUE : values[(int) index];
    }

    /**
     * Returns true if the subscripts of all iterations are within bounds.
     *
     * @param inputs of the call
     * @param iterations their number, at least one
     * @param length the bound, not included
     */
    boolean isInside(Inputs inputs, long iterations, int length) {
        int[] values = values(inputs);
        long step = Math.max(1, Math.abs(place.coefficient(0)));
        if (place.coefficient(0) != 0 && iterations - 1 > (values.length - 1) / step) {
            return false;
        }
        long first = place.constant();
        long last = first + place.coefficient(0) * (iterations - 1);
        long to = Math.max(first, last);
        if (Math.min(first, last) < 0 || to >= values.length) {
            return false;
        }
        for (long from = Math.min(first, last); from <= to; from += step * BLOCK) {
            int end = (int) Math.min(to, from + step * (BLOCK - 1));
            boolean inside =
                    step == 1
                            ? areInside(values, (int) from, end, length)
                            : areInside(values, (int) from, end, (int) step, length);
            if (!inside) {
                return false;
            }
        }
        return true;
    }

    /** Without a branch in it, so that the loop is compiled to vector instructions. */
    private static boolean areInside(int[] values, int from, int to, int length) {
        int least = Integer.MAX_VALUE;
        int greatest = Integer.MIN_VALUE;
        for (int i = from; i <= to; i++) {
            least = Math.min(least, values[i]);
            greatest = Math.max(greatest, values[i]);
        }
        return least >= 0 && greatest < length;
    }

    private static boolean areInside(int[] values, int from, int to, int step, int length) {
        for (long i = from; i <= to; i += step) {
            if (values[(int) i] < 0 || values[(int) i] >= length) {
                return false;
            }
        }
        return true;
    }
}
