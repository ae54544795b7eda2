package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Kind;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/** The operations of a body that are not proved free of faults. */
final class Faults {
    /** The id of an access that is no touch: to a row, or an array that an iteration creates. */
    static final int NO_TOUCH = -1;

    private final AliasAnalysis memory;
    final List<Hazard> found = new ArrayList<>();

    Faults(AliasAnalysis memory) {
        this.memory = memory;
    }

    void add(String what, int line) {
        add(new Hazard(what, line, NO_TOUCH));
    }

    /** Adds an access that is not proved within bounds. */
    void addOutside(String name, int line, int touch) {
        add(new Hazard(name + " may be outside", line, touch));
    }

    private void add(Hazard hazard) {
        if (!found.contains(hazard)) {
            found.add(hazard);
        }
    }

    /** Returns true if an access is proved within bounds. */
    boolean inside(Reference reference, Element element, Linear index, State state) {
        if (element.space() == Element.Space.FIELD) {
            return true;
        }
        return reference.root() instanceof MemorySegment segment
                ? inSegment(segment, element, index, state)
                : inArray(reference, index, state);
    }

    private boolean inArray(Reference reference, Linear index, State state) {
        long shortest;
        if (memory.rows(reference.root()) == null) {
            shortest = Array.getLength(reference.root());
        } else {
            AliasAnalysis.Rows rows = memory.rows(reference.root());
            int depth = reference.path().size();
            if (depth >= rows.lengths.size() || rows.missing) {
                return false;
            }
            shortest = rows.lengths.get(depth)[0];
        }
        return index != null && state.where.within(index, 0, shortest);
    }

    private static boolean inSegment(
            MemorySegment segment, Element element, Linear index, State state) {
        long size = element.kind().bytes();
        if (index != null && element.space() == Element.Space.SEGMENT_UNALIGNED) {
            return state.where.within(index, 0, segment.byteSize() - size + 1);
        }
        if (index == null || segment.address() % size != 0 || !aligned(segment, size)) {
            return false;
        }
        if (element.space() == Element.Space.SEGMENT_ELEMENTS) {
            return state.where.within(index, 0, segment.byteSize() / size);
        }
        for (int v = 0; v < index.variables(); v++) {
            if (index.coefficient(v) % size != 0) {
                return false;
            }
        }
        return index.constant() % size == 0
                && state.where.within(index, 0, segment.byteSize() - size + 1);
    }

    private static boolean aligned(MemorySegment segment, long size) {
        if (segment.isNative()) {
            return true;
        }
        Object array = segment.heapBase().orElse(null);
        return array != null
                && Kind.of(array.getClass().getComponentType().descriptorString()).bytes() >= size;
    }
}
