package org.anabranch.loops.depend;

import org.anabranch.loops.Conflict;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A dependence between two iterations of the parallel loop that access one element, with a pair of
 * iterations as its witness.
 *
 * @param kind the kind of dependence
 * @param earlier the access of the earlier iteration
 * @param later the access of the later iteration
 * @param earlierPoint the iteration, counted from 0, and the inner variables of the earlier access
 * @param laterPoint the same for the later access
 * @param element the common subscripts; with accesses wider than one element, those of the earlier
 * @param least the smallest distance in iterations of such a pair, which is that of the witness
 * @param greatest the greatest distance; {@link #UNBOUNDED} if it was not found
 */
public record Dependence(
        Conflict.Kind kind,
        ArrayAccess earlier,
        ArrayAccess later,
        Point earlierPoint,
        Point laterPoint,
        Point element,
        long least,
        long greatest) {

    /** An unknown greatest distance. */
    public static final long UNBOUNDED = Long.MAX_VALUE;

    /**
     * Integers, compared by value.
     *
     * @param values the integers
     */
    public record Point(long... values) {
        /** Copies the values. */
        public Point {
            values = values.clone();
        }

        @Override
        public long[] values() {
            return values.clone();
        }

        /**
         * Returns one of the integers.
         *
         * @param position from 0
         * @return the integer there
         */
        public long at(int position) {
            return values[position];
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Point point && Arrays.equals(values, point.values);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(values);
        }

        @Override
        public String toString() {
            return Arrays.stream(values)
                    .mapToObj(Long::toString)
                    .collect(Collectors.joining(", ", "(", ")"));
        }
    }
}
