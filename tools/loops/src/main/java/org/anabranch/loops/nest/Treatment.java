package org.anabranch.loops.nest;

import org.anabranch.loops.Reduction;

import java.util.List;

/**
 * What makes iterations that collide in one memory independent of each other.
 *
 * @param kind what is done with the memory
 * @param root the array or segment; null for a field
 * @param touches where it is touched
 * @param reduction how it is reduced into, for {@link Kind#REDUCE}
 * @param combining how two parts of it are combined: the operator of the reduction, or {@code
 *     max>}, {@code max>=}, {@code min<}, {@code min<=}, which take the later part if it compares
 *     so with the earlier one
 */
public record Treatment(
        Kind kind, Object root, List<Touch> touches, Reduction reduction, String combining) {

    /** What is done. */
    public enum Kind {
        /** Each tile of iterations reduces into a copy of its own; these are combined in order. */
        REDUCE,
        /** Each tile has a copy of its own; of each cell, the last one written is kept. */
        PRIVATE,
        /** Iterations read what was there before the loop, from a copy. */
        BEFORE,
        /**
         * One cell, set where the reduction before this takes a value: as at the one that stays.
         */
        FOLLOW
    }

    static Treatment of(Kind kind, List<Touch> touches) {
        return new Treatment(kind, touches.getFirst().root(), touches, null, "");
    }

    /** Copies. */
    public Treatment {
        touches = List.copyOf(touches);
    }

    @Override
    public String toString() {
        String name = touches.getFirst().name();
        return switch (kind) {
            case REDUCE -> reduction.name() + " is reduced by " + reduction.operator();
            case PRIVATE -> name + " is private, its last value kept";
            case BEFORE -> name + " is read from a copy made before";
            case FOLLOW -> name + " is kept with it";
        };
    }
}
