package org.anabranch.loops.depend;

import java.util.List;

/**
 * The result of the dependence test for the parallel loop.
 *
 * @param found proved dependences, one for each pair of accesses and each order
 * @param doubts pairs of accesses for which neither a dependence nor its absence is proved
 */
public record Dependences(List<Dependence> found, List<Doubt> doubts) {

    /**
     * A pair of accesses that may or may not conflict.
     *
     * @param first an access
     * @param second another, or the same
     * @param reason why it is undecided
     */
    public record Doubt(ArrayAccess first, ArrayAccess second, Reason reason) {}

    /** The reason why a pair of accesses is undecided. */
    public enum Reason {
        /** A subscript is not linear or not known. */
        UNKNOWN_SUBSCRIPT,
        /** They conflict if they run, but conditions that are not linear decide if they do. */
        UNKNOWN_CONDITION,
        /** They have different numbers of subscripts for the same array. */
        DIFFERENT_SHAPES,
        /** The numbers or the system of constraints became too large. */
        TOO_LARGE
    }

    /** Copies the lists. */
    public Dependences {
        found = List.copyOf(found);
        doubts = List.copyOf(doubts);
    }

    /** {@return true if it is proved that no two iterations conflict} */
    public boolean independent() {
        return found.isEmpty() && doubts.isEmpty();
    }
}
