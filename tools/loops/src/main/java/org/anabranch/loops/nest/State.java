package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.ir.Local;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The knowledge at one place of a body: the points at which it runs, the values of variables, the
 * cells written.
 */
final class State {
    Where where;

    /** Integers that are linear in the variables of the space; others are missing. */
    final Map<Local, Linear> numbers;

    /** Known references. */
    final Map<Local, Reference> references;

    /** Integers that come from index arrays. */
    final Map<Local, Indirect> indirects = new HashMap<>();

    /** Integers that are known not to be 0. */
    final Set<Local> nonzero = new HashSet<>();

    /** Cells that this iteration has certainly written. */
    final Set<Cell> written;

    /** A cell of memory. */
    record Cell(int base, List<Linear> subscripts) {}

    /** Ranges of cells that inner loops have certainly written. */
    final Set<Range> ranges = new HashSet<>();

    /** A range of cells: all whose subscripts are in between. */
    record Range(int base, List<Linear> first, List<Linear> last) {
        int variables() {
            return Stream.concat(first.stream(), last.stream())
                    .mapToInt(Linear::variables)
                    .max()
                    .orElse(0);
        }
    }

    /** Returns true if this iteration has certainly written a cell. */
    boolean hasWritten(int base, List<Linear> cell) {
        return written.contains(new Cell(base, cell))
                || ranges.stream()
                        .filter(range -> range.base == base && range.first.size() == cell.size())
                        .anyMatch(range -> isWithin(cell, range));
    }

    private boolean isWithin(List<Linear> cell, Range range) {
        try {
            for (int d = 0; d < cell.size(); d++) {
                Linear at = cell.get(d);
                if (!where.within(at.minus(range.first.get(d)), 0, Long.MAX_VALUE)
                        || !where.within(range.last.get(d).minus(at), 0, Long.MAX_VALUE)) {
                    return false;
                }
            }
            return true;
        } catch (ArithmeticException tooLarge) {
            return false;
        }
    }

    /** Quotients that already have a variable. */
    final Map<Division, Linear> quotients;

    /** A form divided by a positive number. */
    record Division(Linear form, long divisor) {}

    State(Where where) {
        this(where, new HashMap<>(), new HashMap<>(), new HashSet<>(), new HashMap<>());
    }

    private State(
            Where where,
            Map<Local, Linear> numbers,
            Map<Local, Reference> references,
            Set<Cell> written,
            Map<Division, Linear> quotients) {
        this.where = where;
        this.numbers = numbers;
        this.references = references;
        this.written = written;
        this.quotients = quotients;
    }

    State copy() {
        State copy =
                new State(
                        where,
                        new HashMap<>(numbers),
                        new HashMap<>(references),
                        new HashSet<>(written),
                        new HashMap<>(quotients));
        copy.indirects.putAll(indirects);
        copy.ranges.addAll(ranges);
        copy.nonzero.addAll(nonzero);
        return copy;
    }

    State at(Where other) {
        State copy = copy();
        copy.where = other;
        return copy;
    }

    /** Returns the knowledge common to two paths, at the given points. */
    State meet(State other, Where joined) {
        State met = at(joined);
        met.numbers.entrySet().retainAll(other.numbers.entrySet());
        met.references // references to unknown rows equal none, not even themselves
                .entrySet()
                .removeIf(e -> !e.getValue().equals(other.references.get(e.getKey())));
        met.indirects.entrySet().retainAll(other.indirects.entrySet());
        met.written.retainAll(other.written);
        met.nonzero.retainAll(other.nonzero);
        met.ranges.retainAll(other.ranges);
        met.quotients.entrySet().retainAll(other.quotients.entrySet());
        met.forget(joined.variables());
        return met;
    }

    /**
     * Removes knowledge in terms of variables that this place does not have; returns this state.
     */
    State meetSelf() {
        forget(where.variables());
        return this;
    }

    /** Removes the knowledge about a variable. */
    void forget(Local local) {
        numbers.remove(local);
        references.remove(local);
        indirects.remove(local);
        nonzero.remove(local);
    }

    /** Removes knowledge in terms of variables that no longer exist. */
    void forget(int variables) {
        numbers.values().removeIf(form -> form.variables() > variables);
        quotients.values().removeIf(form -> form.variables() > variables);
        references.values().removeIf(reference -> reference.variables() > variables);
        ranges.removeIf(range -> range.variables() > variables);
        written.removeIf(
                cell -> cell.subscripts().stream().anyMatch(s -> s.variables() > variables));
    }
}
