package org.anabranch.loops;

import java.util.Locale;

/**
 * A loop-carried dependence: two iterations that access one element and must run in order. No other
 * iteration writes the element in between, as far as that can be decided.
 *
 * @param kind the kind of dependence
 * @param earlier the access of the earlier iteration, as in the source
 * @param earlierLine its line, or 0
 * @param later the access of the later iteration
 * @param laterLine its line, or 0
 * @param earlierIndex index of the earlier iteration of one such pair
 * @param laterIndex index of the later iteration of that pair
 * @param least the smallest distance of two such iterations
 * @param greatest the greatest distance; {@link Long#MAX_VALUE} if it is not known
 */
public record Conflict(
        Kind kind,
        String earlier,
        int earlierLine,
        String later,
        int laterLine,
        long earlierIndex,
        long laterIndex,
        long least,
        long greatest) {

    /** The kind of a dependence, by the accesses of the earlier and the later iteration. */
    public enum Kind {
        /** A write, then a read. */
        FLOW,
        /** A read, then a write. */
        ANTI,
        /** Two writes. */
        OUTPUT
    }

    @Override
    public String toString() {
        String first = kind == Kind.ANTI ? " reads " : " writes ";
        String then = kind == Kind.FLOW ? " reads it as " : " writes it as ";
        String distance =
                least == greatest
                        ? "distance " + least
                        : greatest == Long.MAX_VALUE
                                ? "distances from " + least
                                : "distances " + least + " to " + greatest;
        return "iteration "
                + earlierIndex
                + first
                + earlier
                + at(earlierLine)
                + ", iteration "
                + laterIndex
                + then
                + later
                + at(laterLine)
                + " ("
                + kind.name().toLowerCase(Locale.ROOT)
                + ", "
                + distance
                + ")";
    }

    private static String at(int line) {
        return line > 0 ? " in line " + line : "";
    }
}
