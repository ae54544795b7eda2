package org.anabranch.loops.nest;

import org.anabranch.loops.depend.ArrayAccess;
import org.anabranch.loops.depend.Constraint;
import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.depend.Space;
import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Statement;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The collection of all places that access memory, as the analysis finds them. */
final class Touches {
    private static final long LARGEST = 1 << 16;

    private final AliasAnalysis memory;
    private final ExpressionText text;
    final Faults faults;
    final List<Touch> touches = new ArrayList<>();
    final List<ArrayAccess> accesses = new ArrayList<>();

    Touches(AliasAnalysis memory, ExpressionText text) {
        this.memory = memory;
        this.text = text;
        this.faults = new Faults(memory);
    }

    /** Stand-ins for arrays that an iteration creates, with true if their length is exact. */
    private final Map<Object, Boolean> own = new IdentityHashMap<>();

    /** A mark in the collection, to which it is reset when a loop is analysed again. */
    record Mark(int touches, int accesses, int hazards) {}

    Mark mark() {
        return new Mark(touches.size(), accesses.size(), faults.found.size());
    }

    void reset(Mark mark) {
        touches.subList(mark.touches, touches.size()).clear();
        accesses.subList(mark.accesses, accesses.size()).clear();
        faults.found.subList(mark.hazards, faults.found.size()).clear();
    }

    /**
     * Returns the subscript for an element of an integer array, if it may be used as an index
     * array.
     */
    Indirect indexArray(Expression.Load load, Reference reference, Linear index) {
        boolean fits =
                index != null
                        && index.variables() <= 1
                        && reference != null
                        && reference.root() instanceof int[]
                        && !own.containsKey(reference.root())
                        && load.kind() == Kind.INT;
        return fits
                ? new Indirect(
                        memory.input(reference.root()),
                        memory.base(reference, load.element()),
                        index)
                : null;
    }

    /** Records an access to memory. */
    void note(
            Statement statement,
            Reference reference,
            Linear index,
            Indirect indirect,
            State state) {
        boolean write = statement instanceof Statement.Store;
        Element element = statement.access().element();
        String name = text.place(statement.access());
        int line = statement.line();
        boolean isOwn = reference != null && own.containsKey(reference.root());
        int id = touches.size();
        boolean inside = faults.inside(reference, element, index, state);
        if (!inside) {
            faults.addOutside(name, line, isOwn ? Faults.NO_TOUCH : id);
        }
        if (write && isReadOnly(reference)) {
            faults.add(name + " is read-only", line);
        }
        if (isOwn) {
            return; // private to the iteration
        }
        int base = memory.base(reference, element);
        List<Linear> cell = cell(reference, element, index);
        boolean covered = !write && !cell.isEmpty() && state.hasWritten(base, cell);
        touches.add(touch(statement, name, reference, index, indirect, covered));
        long width = memory.width(reference, element);
        boolean certain = state.where.certain() && inside;
        if (cell.isEmpty() && index == null && inRow(touches.getLast(), reference, state, width)) {
            return;
        }
        for (Space space : state.where.spaces()) {
            accesses.add(new ArrayAccess(id, base, write, space, cell, width, certain));
        }
        if (write && !cell.isEmpty()) {
            state.written.add(new State.Cell(base, cell));
        }
    }

    private Touch touch(
            Statement statement,
            String name,
            Reference reference,
            Linear index,
            Indirect indirect,
            boolean covered) {
        Element element = statement.access().element();
        boolean field = reference == null || element.space() == Element.Space.FIELD;
        return new Touch(
                touches.size(),
                statement instanceof Statement.Store,
                name,
                memory.base(reference, element),
                statement.line(),
                covered,
                statement,
                memory.isPlain(reference) ? Array.getLength(reference.root()) : -1,
                index == null ? indirect : null,
                field ? null : memory.input(reference.root()),
                memory.bytes(reference, element, index),
                element.kind().bytes());
    }

    /** Records an access somewhere in a known row; returns false if it may be another row. */
    private boolean inRow(Touch touch, Reference row, State state, long width) {
        if (row == null || row.path().isEmpty()) {
            return false;
        }
        List<long[]> lengths = memory.rows(row.root()).lengths;
        Linear any = Linear.variable(state.where.variables());
        List<Linear> cell = cell(row, touch.element(), any);
        if (cell.isEmpty() || row.path().size() >= lengths.size()) {
            return false;
        }
        Linear longest = Linear.of(lengths.get(row.path().size())[1]);
        for (Space space : state.where.spaces()) {
            Space all = space.openLoop().where(Constraint.less(any, longest));
            accesses.add(
                    new ArrayAccess(
                            touch.id(), touch.base(), touch.write(), all, cell, width, false));
        }
        return true;
    }

    private static boolean isReadOnly(Reference reference) {
        return reference != null
                && reference.root() instanceof MemorySegment segment
                && segment.isReadOnly();
    }

    private List<Linear> cell(Reference reference, Element element, Linear index) {
        try {
            return memory.subscripts(reference, element, index);
        } catch (ArithmeticException tooLarge) {
            return List.of();
        }
    }

    void row(
            Statement.Assign assign,
            Expression.Load load,
            Reference outer,
            Linear index,
            State state) {
        String name = text.place(load);
        if (!faults.inside(outer, load.element(), index, state)) {
            faults.addOutside(name, assign.line(), Faults.NO_TOUCH);
        }
        if (memory.rows(outer.root()).missing) {
            faults.add(name + " may be null", assign.line());
        }
    }

    /**
     * Returns the stand-in for an array that an iteration creates: of the same length, if that is
     * known.
     */
    Object own(Kind kind, Linear length, State state, int line) {
        if (length == null || !state.where.within(length, 0, Integer.MAX_VALUE)) {
            faults.add("the length of an array may be negative", line);
        }
        boolean known =
                length != null
                        && length.isConstant()
                        && length.constant() >= 0
                        && length.constant() <= LARGEST;
        Class<?> type = kind.primitive();
        Object made = Array.newInstance(type, known ? (int) length.constant() : 0);
        own.put(made, known);
        return made;
    }

    /** Returns the length of an array, if it is the same for all rows that it may be. */
    Linear length(Reference reference, State state, int line) {
        if (own.getOrDefault(reference.root(), true).equals(false)) {
            return null;
        }
        AliasAnalysis.Rows rows = memory.rows(reference.root());
        if (rows == null) {
            return Linear.of(Array.getLength(reference.root()));
        }
        if (rows.missing) {
            faults.add("a row may be null", line);
        }
        int depth = reference.path().size();
        if (depth >= rows.lengths.size()) {
            return null;
        }
        long[] range = rows.lengths.get(depth);
        return range[0] == range[1] ? Linear.of(range[0]) : null;
    }
}
