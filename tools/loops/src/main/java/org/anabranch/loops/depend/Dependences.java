package org.anabranch.loops.depend;

import java.util.List;

/**
 * The answer for the parallel loop: which of its iterations depend on each other.
 *
 * @param found proved dependences, one for each pair of accesses and each order
 * @param doubts pairs of accesses for which neither a dependence nor its absence is proved
 */
public record Dependences(List<Dependence> found, List<Doubt> doubts) {

    /**
     * A pair of accesses that may or may not collide.
     *
     * @param first an access
     * @param second another, or the same
     * @param reason why it cannot be told
     */
    public record Doubt(Access first, Access second, Reason reason) {}

    /** Why it cannot be told whether two accesses collide. */
    public enum Reason {
        /** A subscript is not linear or not known. */
        UNKNOWN_SUBSCRIPT,
        /** They collide if they run, but conditions that are not linear decide whether they do. */
        UNKNOWN_CONDITION,
        /** They name the array by different numbers of subscripts. */
        DIFFERENT_SHAPES,
        /** Numbers or the system of constraints became too large. */
        TOO_LARGE
    }

    /** Copies. */
    public Dependences {
        found = List.copyOf(found);
        doubts = List.copyOf(doubts);
    }

    /** {@return whether it is proved that no two iterations collide} */
    public boolean independent() {
        return found.isEmpty() && doubts.isEmpty();
    }

    /** {@return whether it is proved that two iterations collide} */
    public boolean dependent() {
        return !found.isEmpty();
    }
}
