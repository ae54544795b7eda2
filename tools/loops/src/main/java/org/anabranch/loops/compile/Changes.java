package org.anabranch.loops.compile;

import org.anabranch.loops.ir.Local;

import java.util.Set;

/**
 * How a compiled body differs from the body.
 *
 * @param flat whether arrays are given as segments that hold their elements, or those of all their
 *     rows, from the first byte on
 * @param marked inputs of which each store also sets a mark, at the element's index
 * @param markedFields fields of which each store also sets a mark
 * @param before targets of loads that read from another memory than stores write
 */
public record Changes(
        boolean flat, Set<Local> marked, Set<FieldCell> markedFields, Set<Local> before) {
    /** The body as it is. */
    public static final Changes NONE = new Changes(false, Set.of(), Set.of(), Set.of());

    /** On flat memory. */
    public static final Changes FLAT = new Changes(true, Set.of(), Set.of(), Set.of());

    /** Copies. */
    public Changes {
        marked = Set.copyOf(marked);
        markedFields = Set.copyOf(markedFields);
        before = Set.copyOf(before);
    }
}
