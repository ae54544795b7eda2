package org.anabranch.loops.compile;

import org.anabranch.loops.ir.Local;

import java.util.Set;

/**
 * The differences of a compiled body from the lifted one.
 *
 * @param flat true if arrays are passed as segments that hold their elements, or those of all their
 *     rows, contiguously
 * @param marked inputs of which each store also sets a mark, at the element's index
 * @param markedFields fields of which each store also sets a mark
 * @param before targets of loads that read from another memory than the one stores write to
 * @param scalars inputs that are arrays of one element, accessed at index 0 only, which is in a
 *     variable while iterations run
 * @param scalarFields fields that are in a variable while iterations run
 */
public record Changes(
        boolean flat,
        Set<Local> marked,
        Set<FieldCell> markedFields,
        Set<Local> before,
        Set<Local> scalars,
        Set<FieldCell> scalarFields) {
    /** No differences. */
    public static final Changes NONE = new Changes(false);

    /** Arrays as flat memory. */
    public static final Changes FLAT = new Changes(true);

    private Changes(boolean flat) {
        this(flat, Set.of(), Set.of(), Set.of(), Set.of(), Set.of());
    }

    /** Copies the sets. */
    public Changes {
        marked = Set.copyOf(marked);
        markedFields = Set.copyOf(markedFields);
        before = Set.copyOf(before);
        scalars = Set.copyOf(scalars);
        scalarFields = Set.copyOf(scalarFields);
    }
}
