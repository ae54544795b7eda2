package org.anabranch.loops.run;

import org.anabranch.loops.compile.FieldCell;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.loops.nest.Touch;
import org.anabranch.loops.nest.Transformation;
import org.anabranch.loops.trace.Cells;

import java.util.Set;
import java.util.stream.Collectors;

/** A transformed memory, and the parts of the tiles. */
final class TransformedMemory {
    final Transformation treatment;
    final Cells cells;
    final Combination combination;

    /** The copy from before the loop, for loads; null unless that is the transformation. */
    final Cells before;

    /** The object of a field; its name follows. */
    final Object owner;

    final String field;

    TransformedMemory(Transformation treatment, Cells cells, Object owner, String field) {
        this.treatment = treatment;
        this.cells = cells;
        this.owner = owner;
        this.field = field;
        this.combination =
                treatment.kind() == Transformation.Kind.REDUCE
                        ? new Combination(treatment.combining(), cells.kind())
                        : null;
        this.before = treatment.kind() == Transformation.Kind.BEFORE ? cells.copy() : null;
    }

    boolean isField() {
        return field != null;
    }

    boolean is(FieldCell cell, Inputs inputs) {
        Object object = cell.owner() == null ? null : inputs.of(cell.owner());
        return isField() && object == owner && cell.field().equals(field);
    }

    /** Returns the targets of the loads that see the memory from before the loop. */
    Set<Local> loadsBefore() {
        return treatment.touches().stream()
                .filter(touch -> before != null && !touch.write() && !touch.covered())
                .map(touch -> ((Statement.Assign) touch.statement()).target())
                .collect(Collectors.toSet());
    }

    static Local owner(Touch touch) {
        Expression base = touch.place();
        return base == null ? null : ((Expression.Read) base).local();
    }

    /** Returns a new part for a tile. */
    Part part() {
        if (before != null) {
            return null;
        }
        Cells own = cells.like();
        if (combination == null) {
            return new Part(own, new boolean[cells.length()]);
        }
        long identity = combination.identity();
        for (int i = 0; i < own.length() && identity != 0; i++) {
            own.set(i, identity);
        }
        return new Part(own, null);
    }

    /** Returns a part that begins with the program's own values. */
    Part copy() {
        return new Part(cells.copy(), null);
    }

    /** Returns true if this is reduced, and the order of combining affects the result. */
    boolean isOrdered() {
        return combination != null && !treatment.reduction().anyOrder();
    }

    /** Returns true if this is an array of one element, accessed at index 0 only. */
    boolean isScalar() {
        return cells.length() == 1
                && cells.memory().getClass().isArray()
                && treatment.touches().stream().allMatch(TransformedMemory::isAtZero);
    }

    private static boolean isAtZero(Touch touch) {
        Expression index = touch.statement().access().index();
        return index instanceof Expression.Constant constant && constant.bits() == 0;
    }

    /** Sets the program's memory to the combined parts. */
    void set(Part combined) {
        for (int i = 0; i < cells.length(); i++) {
            cells.set(i, combined.cells.get(i));
        }
    }

    /** A tile's own memory, and marks for the cells that it has written. */
    record Part(Cells cells, boolean[] marks) {}

    boolean follows() {
        return treatment.kind() == Transformation.Kind.FOLLOW;
    }

    /**
     * Returns true if this memory, of one cell, takes a later part's value instead of an earlier
     * part's.
     */
    boolean takes(Part earlier, Part later) {
        return combination.takes(earlier.cells.get(0), later.cells.get(0));
    }

    /** Merges a later part's results into an earlier part: overwrites or combines them. */
    void join(Part earlier, Part later) {
        if (combination != null) {
            combination.into(earlier.cells, later.cells);
            return;
        }
        for (int i = 0; i < cells.length(); i++) {
            if (later.marks[i]) {
                earlier.cells.set(i, later.cells.get(i));
                if (earlier.marks != null) {
                    earlier.marks[i] = true;
                }
            }
        }
    }
}
