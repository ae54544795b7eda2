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
 * @param logged inputs that are arrays of numbers, accessed through an {@link AccessLog} alone
 * @param limited labels of inner loops whose steps that log limits
 */
public record Changes(
        boolean flat,
        Set<Local> marked,
        Set<FieldCell> markedFields,
        Set<Local> before,
        Set<Local> scalars,
        Set<FieldCell> scalarFields,
        Set<Local> logged,
        Set<Integer> limited) {
    /** No differences. */
    public static final Changes NONE = new Changes(false);

    /** Arrays as flat memory. */
    public static final Changes FLAT = new Changes(true);

    private Changes(boolean flat) {
        this(flat, Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), Set.of());
    }

    /**
     * Creates the differences of a body that runs in tiles.
     *
     * @param marked as the component
     * @param markedFields as the component
     * @param before as the component
     * @param scalars as the component
     * @param scalarFields as the component
     */
    public Changes(
            Set<Local> marked,
            Set<FieldCell> markedFields,
            Set<Local> before,
            Set<Local> scalars,
            Set<FieldCell> scalarFields) {
        this(false, marked, markedFields, before, scalars, scalarFields, Set.of(), Set.of());
    }

    /**
     * Creates the differences of a body whose accesses are logged.
     *
     * @param logged as the component
     * @param limited as the component
     */
    public Changes(Set<Local> logged, Set<Integer> limited) {
        this(false, Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), logged, limited);
    }

    /** Copies the sets. */
    public Changes {
        marked = Set.copyOf(marked);
        markedFields = Set.copyOf(markedFields);
        before = Set.copyOf(before);
        scalars = Set.copyOf(scalars);
        scalarFields = Set.copyOf(scalarFields);
        logged = Set.copyOf(logged);
        limited = Set.copyOf(limited);
    }
}
