package org.anabranch.loops.nest;

import org.anabranch.loops.Reduction;
import org.anabranch.loops.ir.Local;

import java.util.List;

/**
 * The transformation of one memory that makes conflicting iterations independent.
 *
 * @param kind the kind of transformation
 * @param root the input that is the array or segment; null for a field
 * @param touches the places that access it
 * @param reduction the reduction, for {@link Kind#REDUCE}
 * @param combining how two partial results are combined: the operator of the reduction, or {@code
 *     max>}, {@code max>=}, {@code min<}, {@code min<=}, which take the later one if this
 *     comparison with the earlier one holds
 */
public record Transformation(
        Kind kind, Local root, List<Touch> touches, Reduction reduction, String combining) {

    /** The kind of transformation. */
    public enum Kind {
        /**
         * Reduction: each tile of iterations reduces into a copy of its own; these are combined in
         * order.
         */
        REDUCE,
        /**
         * Privatisation: each tile has a copy of its own; of each cell, the last value written is
         * kept.
         */
        PRIVATE,
        /** Copy: iterations read the values from before the loop, from a copy. */
        BEFORE,
        /**
         * A cell set when the preceding reduction takes a value: it keeps the one of the value that
         * stays.
         */
        FOLLOW
    }

    static Transformation of(Kind kind, List<Touch> touches) {
        return new Transformation(kind, touches.getFirst().root(), touches, null, "");
    }

    /** Copies the list. */
    public Transformation {
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
