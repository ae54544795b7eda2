package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Statement.Assign;
import org.anabranch.loops.ir.Statement.Store;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * A data-flow analysis from a load of a cell, through copies in variables, to the store that
 * updates the cell. It checks that the value has no other use, and that the store is to the same
 * cell.
 */
final class UpdateFlow {
    /**
     * The knowledge about variables at one place.
     *
     * @param may those that may hold a loaded value
     * @param value those that certainly hold the last loaded value, which is still in the cell
     * @param index those that certainly hold the cell's index
     * @param same true if the load's own index still selects the cell
     */
    private record Held(Set<Local> may, Set<Local> value, Set<Local> index, boolean same) {
        static final Held NOTHING = new Held(Set.of(), Set.of(), Set.of(), false);

        static Held join(Held one, Held other) {
            if (one == null || other == null) {
                return one == null ? other : one;
            }
            Set<Local> may = new HashSet<>(one.may);
            may.addAll(other.may);
            return new Held(
                    may,
                    common(one.value, other.value),
                    common(one.index, other.index),
                    one.same && other.same);
        }

        private static Set<Local> common(Set<Local> one, Set<Local> other) {
            Set<Local> both = new HashSet<>(one);
            both.retainAll(other);
            return both;
        }

        /** Returns the state after the cell has changed. */
        Held old() {
            return new Held(may, Set.of(), index, same);
        }
    }

    private final Assign load;
    private final Expression.Load cell;
    private final Store store;
    private final Set<Statement> stores;
    private final Map<Integer, Held> breaks = new HashMap<>();
    private final Map<Integer, Held> continues = new HashMap<>();
    private boolean misused;
    private Set<Local> reaching;

    private UpdateFlow(Assign load, Store store, Set<Statement> stores) {
        this.load = load;
        this.cell = (Expression.Load) load.value();
        this.store = store;
        this.stores = stores;
    }

    /**
     * Follows a loaded value.
     *
     * @param body the whole body
     * @param load the load of the cell
     * @param store the store that is to update it
     * @param stores all stores to the same memory
     * @param operator the operator by which a stored value updates a variable's value, or null
     * @return the operator, or null if the value has another use or the store is to another cell
     */
    static String of(
            List<Statement> body,
            Assign load,
            Store store,
            Set<Statement> stores,
            Function<Local, String> operator) {
        UpdateFlow flow = new UpdateFlow(load, store, stores);
        flow.run(body, Held.NOTHING);
        if (flow.misused || flow.reaching == null) {
            return null;
        }
        return flow.reaching.stream()
                .map(operator)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private Held run(List<Statement> list, Held before) {
        Held held = before;
        for (Statement statement : list) {
            if (held == null) {
                return null;
            }
            held = step(statement, held);
        }
        return held;
    }

    private Held step(Statement statement, Held held) {
        return switch (statement) {
            case Assign assign -> assign(assign, held);
            case Store other -> store(other, held);
            case Statement.If choice -> {
                use(choice.condition(), held);
                yield Held.join(run(choice.then(), held), run(choice.otherwise(), held));
            }
            case Statement.Labelled block -> {
                Held end = run(block.body(), held);
                yield Held.join(end, breaks.remove(block.label()));
            }
            case Statement.Repeat loop -> repeat(loop, held);
            case Statement.Break jump -> {
                breaks.merge(jump.label(), held, Held::join);
                yield null;
            }
            case Statement.Continue jump -> {
                continues.merge(jump.label(), held, Held::join);
                yield null;
            }
            case Statement.End end -> null;
            case Statement.Fault fault -> null;
        };
    }

    private Held repeat(Statement.Repeat loop, Held before) {
        Held start = before;
        while (true) {
            breaks.remove(loop.label());
            Held end = Held.join(run(loop.body(), start), continues.remove(loop.label()));
            Held again = Held.join(start, end);
            if (again.equals(start)) {
                return breaks.remove(loop.label());
            }
            start = again;
        }
    }

    private Held assign(Assign assign, Held held) {
        Local target = assign.target();
        boolean isCopy = assign.value() instanceof Read;
        if (!isCopy) {
            use(assign.value(), held);
        }
        boolean isIndex = holdsIndex(assign.value(), held);
        Set<Local> from = assign.value() instanceof Read read ? Set.of(read.local()) : Set.of();
        Held after =
                new Held(
                        with(held.may, target, !Collections.disjoint(held.may, from)),
                        with(held.value, target, !Collections.disjoint(held.value, from)),
                        with(held.index, target, isIndex),
                        held.same && !cell.reads(target));
        if (!is(assign, load)) {
            return after;
        }
        boolean moved = cell.reads(target);
        Set<Local> index = cell.index() instanceof Read read ? Set.of(read.local()) : Set.of();
        return new Held(
                with(after.may, target, true), Set.of(target), moved ? Set.of() : index, !moved);
    }

    private static Set<Local> with(Set<Local> set, Local local, boolean is) {
        if (set.contains(local) == is) {
            return set;
        }
        Set<Local> other = new HashSet<>(set);
        if (is) {
            other.add(local);
        } else {
            other.remove(local);
        }
        return other;
    }

    private boolean holdsIndex(Expression value, Held held) {
        return value instanceof Read read && held.index.contains(read.local())
                || held.same && value.equals(cell.index());
    }

    private Held store(Store other, Held held) {
        use(other.index(), held);
        if (!is(other, store)) {
            use(other.value(), held);
            return stores.contains(other) ? held.old() : held;
        }
        boolean here = held.same && cell.index() == null || holdsIndex(other.index(), held);
        reaching = here ? held.value : Set.of();
        misused |= other.value().reads().filter(held.may::contains).count() > 1;
        return held.old();
    }

    private void use(Expression value, Held held) {
        misused |= value != null && value.reads().anyMatch(held.may::contains);
    }

    /** Returns true if they are the same statement: others may be equal. */
    static boolean is(Statement one, Statement other) {
        return one == other;
    }
}
