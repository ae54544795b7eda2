package org.anabranch.loops.depend;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Two iterations of the parallel loop that touch one element, the later of which must not overtake
 * the earlier.
 *
 * @param kind what the two do
 * @param earlier the access of the earlier iteration
 * @param later the access of the later iteration
 * @param earlierPoint the iteration, counted from 0, and the inner variables of the earlier access
 * @param laterPoint the same for the later access
 * @param element the subscripts that both name; with accesses wider than one element, those of the
 *     earlier
 * @param least the smallest distance in iterations between any two that collide in this way; the
 *     witness has it
 * @param greatest the greatest distance; {@link #UNBOUNDED} if it was not found
 */
public record Dependence(
        Kind kind,
        Access earlier,
        Access later,
        Point earlierPoint,
        Point laterPoint,
        Point element,
        long least,
        long greatest) {

    /** The greatest distance where it is not known. */
    public static final long UNBOUNDED = Long.MAX_VALUE;

    /** What the earlier and the later iteration do with the element. */
    public enum Kind {
        /** A write, then a read. */
        FLOW,
        /** A read, then a write. */
        ANTI,
        /** Two writes. */
        OUTPUT;

        static Kind of(Access earlier, Access later) {
            return !earlier.write() ? ANTI : later.write() ? OUTPUT : FLOW;
        }
    }

    /**
     * Integers, compared by value.
     *
     * @param values the integers
     */
    public record Point(long... values) {
        /** Copies. */
        public Point {
            values = values.clone();
        }

        @Override
        public long[] values() {
            return values.clone();
        }

        /**
         * One of them.
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

    /** {@return whether all iterations that collide in this way are equally far apart} */
    public boolean constantDistance() {
        return least == greatest;
    }
}
