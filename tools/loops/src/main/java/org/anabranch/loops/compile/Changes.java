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
 */
public record Changes(
        boolean flat, Set<Local> marked, Set<FieldCell> markedFields, Set<Local> before) {
    /** No differences. */
    public static final Changes NONE = new Changes(false, Set.of(), Set.of(), Set.of());

    /** Arrays as flat memory. */
    public static final Changes FLAT = new Changes(true, Set.of(), Set.of(), Set.of());

    /** Copies the sets. */
    public Changes {
        marked = Set.copyOf(marked);
        markedFields = Set.copyOf(markedFields);
        before = Set.copyOf(before);
    }
}
