package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Load;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Statement.Assign;
import org.anabranch.loops.ir.Statement.Store;
import org.anabranch.loops.ir.Variables;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A recogniser of boolean reductions {@code all = all && condition} and {@code any = any ||
 * condition}: a flag that stays false, or true, once it is. The statements between its load and its
 * store are executed symbolically for that value. They may only set variables, which no other
 * statement reads.
 */
final class Junctions {
    /** An unknown value of a variable that has been set. */
    private static final Expression ANY = new Constant(Kind.REFERENCE, 0);

    private final Assign load;
    private final List<Statement> section;
    private final Store store;
    private final Constant value;
    private final Set<Local> set;
    private final Map<Integer, Map<Local, Expression>> breaks = new HashMap<>();

    /** The index of the cell that is loaded. */
    private Expression index;

    /** Thrown when statements do more than set and read variables. */
    private static final class OtherwiseException extends RuntimeException {
        private static final long serialVersionUID = 1;

        OtherwiseException() {
            super(null, null, false, false);
        }
    }

    private Junctions(Assign load, List<Statement> section, Store store, int value) {
        this.load = load;
        this.section = section;
        this.store = store;
        this.value = Constant.of(value);
        this.set = Variables.assigned(section).keySet();
    }

    /**
     * Analyses a load and a store.
     *
     * @return {@code &}, {@code |} or null
     */
    static String operator(Assign load, Store store, LoopNest nest) {
        Load cell = (Load) load.value();
        boolean truth = store.element().kind() == Kind.BOOLEAN;
        List<Statement> section = truth ? between(nest.statements(), load, store) : null;
        if (section == null) {
            return null;
        }
        Junctions and = new Junctions(load, section, store, 0);
        boolean fixed = cell.base() == null || cell.base().reads().noneMatch(and.set::contains);
        if (!fixed || !and.isAlone(nest)) {
            return null;
        }
        Junctions or = new Junctions(load, section, store, 1);
        return and.stays() ? "&" : or.stays() ? "|" : null;
    }

    /** Returns the statements from a load, possibly in a branch, to a later store, or null. */
    private static List<Statement> between(List<Statement> list, Assign load, Store store) {
        int start = -1;
        for (int i = 0; i < list.size(); i++) {
            Statement statement = list.get(i);
            if (statement == store) {
                return start < 0 ? null : list.subList(start, i);
            }
            if (start < 0 && holds(statement, load)) {
                start = i;
            }
            List<Statement> inside =
                    start < 0 || start == i ? inside(statement, load, store) : null;
            if (inside != null) {
                return inside;
            }
        }
        return null;
    }

    private static List<Statement> inside(Statement statement, Assign load, Store store) {
        return statement.lists().stream()
                .map(list -> between(list, load, store))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static boolean holds(Statement statement, Assign load) {
        return Statement.all(List.of(statement)).stream().anyMatch(one -> one == load);
    }

    /** Returns true if no other statement reads the variables set here. */
    private boolean isAlone(LoopNest nest) {
        Map<Local, Integer> uses = Variables.read(section);
        Variables.read(List.of(store))
                .forEach((local, count) -> uses.merge(local, count, Integer::sum));
        return set.stream().allMatch(local -> nest.reads(local) == uses.getOrDefault(local, 0));
    }

    /** Returns true if the loaded value is always stored to its cell again. */
    private boolean stays() {
        try {
            Map<Local, Expression> end = run(section, new HashMap<>());
            return end != null
                    && breaks.isEmpty()
                    && known(store.value(), end).equals(value)
                    && isIndex(store.index() == null ? null : known(store.index(), end));
        } catch (OtherwiseException otherwise) {
            return false;
        }
    }

    private boolean isIndex(Expression at) {
        return at != ANY && Objects.equals(at, index);
    }

    /**
     * Executes statements; returns the values of the variables after them, or null if that is
     * unreachable.
     */
    private Map<Local, Expression> run(List<Statement> list, Map<Local, Expression> before) {
        Map<Local, Expression> held = before;
        for (Statement statement : list) {
            held = held == null ? null : step(statement, held);
        }
        return held;
    }

    private Map<Local, Expression> step(Statement statement, Map<Local, Expression> held) {
        return switch (statement) {
            case Assign assign -> {
                Map<Local, Expression> after = new HashMap<>(held);
                after.put(
                        assign.target(),
                        UpdateFlow.is(assign, load) ? loaded(held) : known(assign.value(), held));
                yield after;
            }
            case Statement.If choice -> {
                Expression condition = known(choice.condition(), held);
                Boolean is = condition instanceof Constant of && of != ANY ? of.bits() != 0 : null;
                Map<Local, Expression> then =
                        Boolean.FALSE.equals(is) ? null : run(choice.then(), held);
                Map<Local, Expression> otherwise =
                        Boolean.TRUE.equals(is) ? null : run(choice.otherwise(), held);
                yield join(then, otherwise);
            }
            case Statement.Labelled block -> {
                Map<Local, Expression> end = run(block.body(), held);
                yield join(end, breaks.remove(block.label()));
            }
            case Statement.Break jump -> {
                breaks.put(jump.label(), join(held, breaks.get(jump.label())));
                yield null;
            }
            default -> throw new OtherwiseException();
        };
    }

    /** Joins two paths: a variable that is not set on both counts as not set. */
    private static Map<Local, Expression> join(
            Map<Local, Expression> one, Map<Local, Expression> other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        Map<Local, Expression> both = new HashMap<>();
        one.forEach(
                (local, held) -> {
                    if (other.containsKey(local)) {
                        both.put(local, held.equals(other.get(local)) ? held : ANY);
                    }
                });
        return both;
    }

    /** Returns the result of the load: of a cell whose index is known. */
    private Expression loaded(Map<Local, Expression> held) {
        Expression at = ((Load) load.value()).index();
        index = at == null ? null : known(at, held);
        return value;
    }

    /**
     * Returns a constant or a variable from outside, if that is known; variables must be set before
     * they are read.
     */
    private Expression known(Expression expression, Map<Local, Expression> held) {
        if (expression.reads().anyMatch(local -> set.contains(local) && !held.containsKey(local))) {
            throw new OtherwiseException();
        }
        return switch (expression) {
            case Constant constant when constant.kind().isInteger() -> constant;
            case Read read when set.contains(read.local()) -> held.get(read.local());
            case Read read -> read;
            case Expression.Not not when known(not.operand(), held) instanceof Constant of ->
                    of == ANY ? ANY : Constant.of(of.bits() == 0 ? 1 : 0);
            case Expression.Relation relation when relation.left().kind().isInteger() ->
                    related(relation, held);
            default -> ANY;
        };
    }

    private Expression related(Expression.Relation relation, Map<Local, Expression> held) {
        Expression left = known(relation.left(), held);
        Expression right = known(relation.right(), held);
        boolean open = left == ANY || right == ANY;
        return !open && left instanceof Constant one && right instanceof Constant other
                ? Constant.of(relation.order().holds(one.bits(), other.bits()) ? 1 : 0)
                : ANY;
    }
}
