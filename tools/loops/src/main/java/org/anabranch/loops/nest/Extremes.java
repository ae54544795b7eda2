package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Load;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Expression.Relation;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Order;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Statement.Assign;
import org.anabranch.loops.ir.Statement.Store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Recognises {@code if (v > m) m = v} and {@code m = v > m ? v : m}: the greatest or least value,
 * of equal ones the first, or with {@code >=} the last. A NaN is never taken.
 */
final class Extremes {
    private final LoopNest nest;
    private final Store store;

    /** What the variables are that are set right before the choice, or in it. */
    private final Map<Local, Assign> set = new HashMap<>();

    private Extremes(LoopNest nest, Store store) {
        this.nest = nest;
        this.store = store;
    }

    /**
     * An update of an extreme.
     *
     * @param operator {@code max>}, {@code max>=}, {@code min<} or {@code min<=}
     * @param reads what reads the cell for it
     * @param beside what else is stored where a value is taken
     */
    record Found(String operator, Set<Assign> reads, List<Store> beside) {}

    /**
     * Looks at a write.
     *
     * @param store what writes the cell
     * @param nest what the loop does
     * @return null if it updates no extreme
     */
    static Found of(Store store, LoopNest nest) {
        return new Extremes(nest, store).in(nest.statements());
    }

    private Found in(List<Statement> list) {
        for (int i = 0; i < list.size(); i++) {
            Statement statement = list.get(i);
            if (statement == store) {
                return i > 0 && list.get(i - 1) instanceof Statement.If choice
                        ? always(list.subList(0, i - 1), choice)
                        : null;
            }
            Found found =
                    switch (statement) {
                        case Statement.If choice -> either(list.subList(0, i), choice);
                        case Statement.Repeat loop -> in(loop.body());
                        case Statement.Labelled block -> in(block.body());
                        default -> null;
                    };
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private Found either(List<Statement> before, Statement.If choice) {
        boolean here = choice.then().stream().anyMatch(statement -> statement == store);
        Found taken = here && choice.otherwise().isEmpty() ? sometimes(before, choice) : null;
        Found then = taken != null ? taken : in(choice.then());
        return then != null ? then : in(choice.otherwise());
    }

    /** {@code if (v > m) m = v}. */
    private Found sometimes(List<Statement> before, Statement.If choice) {
        set.clear();
        if (!choice.then().stream().allMatch(s -> s instanceof Assign || s instanceof Store)
                || !(choice.condition() instanceof Relation relation)
                || !define(before)
                || !defineAll(choice.then())
                || !TakenAlone.keepsWithin(choice.then(), null, nest)) {
            return null;
        }
        Assign load = compared(relation, store.value());
        if (load == null || !readAlone(List.of(cellSide(relation)))) {
            return null;
        }
        List<Store> beside = new ArrayList<>();
        for (Statement other : choice.then()) {
            if (other != store && other instanceof Store also) {
                beside.add(also);
            }
        }
        String operator = operator(relation.order(), isRight(relation));
        return operator == null ? null : new Found(operator, Set.of(load), beside);
    }

    /** {@code m = v > m ? v : m}: the store follows a choice of what it stores. */
    private Found always(List<Statement> before, Statement.If choice) {
        set.clear();
        boolean not = choice.condition() instanceof Expression.Not;
        Expression condition =
                choice.condition() instanceof Expression.Not of ? of.operand() : choice.condition();
        List<Statement> then = not ? choice.otherwise() : choice.then();
        List<Statement> otherwise = not ? choice.then() : choice.otherwise();
        if (!(condition instanceof Relation relation)
                || !(store.value() instanceof Read stored)
                || !TakenAlone.choosesOnly(choice, stored.local(), nest)
                || !define(before)
                || !defineAll(then.subList(0, then.size() - 1))
                || !defineAll(otherwise.subList(0, otherwise.size() - 1))) {
            return null;
        }
        Expression one = ((Assign) then.getLast()).value();
        Expression other = ((Assign) otherwise.getLast()).value();
        Assign kept = cell(other);
        boolean takes = kept != null;
        if (!takes) {
            // m > v ? m : v takes a NaN
            kept = relation.left().kind().isFloating() ? null : cell(one);
        }
        Assign load = kept == null ? null : compared(relation, takes ? one : other);
        if (load == null) {
            return null;
        }
        Order order = takes ? relation.order() : relation.order().negated();
        String operator = operator(order, isRight(relation));
        boolean alone = readAlone(List.of(cellSide(relation), takes ? other : one));
        return alone && operator != null
                ? new Found(operator, new HashSet<>(List.of(load, kept)), List.of())
                : null;
    }

    /** Whether what is loaded from the cell is used at some places only. */
    private boolean readAlone(List<Expression> places) {
        Map<Local, Integer> expected = new HashMap<>();
        Set<Assign> copies = new HashSet<>();
        for (Expression place : places) {
            Expression value = place;
            boolean another = true;
            while (another && value instanceof Read read) {
                expected.merge(read.local(), 1, Integer::sum);
                Assign from = set.get(read.local());
                another = copies.add(from);
                value = from.value();
            }
        }
        return expected.entrySet().stream()
                .allMatch(entry -> nest.reads(entry.getKey()) == entry.getValue());
    }

    /** Notes what is set at the end of a list; false if a variable is set twice. */
    private boolean define(List<Statement> list) {
        int from = list.size();
        while (from > 0 && list.get(from - 1) instanceof Assign) {
            from--;
        }
        return defineAll(list.subList(from, list.size()));
    }

    private boolean defineAll(List<Statement> list) {
        for (Statement statement : list) {
            if (statement instanceof Assign assign && set.put(assign.target(), assign) != null) {
                return false;
            }
        }
        return true;
    }

    /** What loads the cell that a value is compared with; null if something else is compared. */
    private Assign compared(Relation relation, Expression value) {
        boolean right = isRight(relation);
        Expression other = resolved(right ? relation.left() : relation.right());
        return other != null && other.equals(resolved(value)) ? cell(cellSide(relation)) : null;
    }

    /** What loads the stored cell into a variable, if a value is that variable or a copy. */
    private Assign cell(Expression value) {
        Assign load = value instanceof Read read ? set.get(read.local()) : null;
        for (int copies = 0; copies < set.size(); copies++) {
            if (load != null && load.value() instanceof Read from) {
                load = set.get(from.local());
            }
        }
        return load != null
                        && load.value() instanceof Load cell
                        && cell.element().equals(store.element())
                        && Objects.equals(cell.base(), store.base())
                        && Objects.equals(resolved(cell.index()), resolved(store.index()))
                ? load
                : null;
    }

    private boolean isRight(Relation relation) {
        return cell(relation.right()) != null;
    }

    private Expression cellSide(Relation relation) {
        return isRight(relation) ? relation.right() : relation.left();
    }

    private static String operator(Order order, boolean right) {
        return switch (order) {
            case GT -> right ? "max>" : "min<";
            case GE -> right ? "max>=" : "min<=";
            case LT -> right ? "min<" : "max>";
            case LE -> right ? "min<=" : "max>=";
            default -> null;
        };
    }

    /** A value by what is not set here; null if that is not possible or memory may change. */
    private Expression resolved(Expression value) {
        return value == null ? null : resolved(value, new HashSet<>());
    }

    private Expression resolved(Expression value, Set<Local> under) {
        return switch (value) {
            case Read read when set.containsKey(read.local()) -> inside(read.local(), under);
            case Read read -> read;
            case Expression.Constant constant -> constant;
            case Expression.Binary of -> {
                Expression left = resolved(of.left(), under);
                Expression right = resolved(of.right(), under);
                yield left == null || right == null
                        ? null
                        : new Expression.Binary(of.operator(), of.kind(), left, right);
            }
            case Expression.Convert of -> {
                Expression operand = resolved(of.operand(), under);
                yield operand == null ? null : new Expression.Convert(of.to(), operand);
            }
            case Expression.Negate of -> {
                Expression operand = resolved(of.operand(), under);
                yield operand == null ? null : new Expression.Negate(operand);
            }
            case Expression.Apply of -> {
                List<Expression> all =
                        of.arguments().stream().map(part -> resolved(part, under)).toList();
                yield all.contains(null)
                        ? null
                        : new Expression.Apply(of.function(), of.operands(), all);
            }
            case Load of when of.index() != null -> {
                Expression index = resolved(of.index(), under);
                Expression base = resolved(of.base(), under);
                yield index == null || base == null ? null : new Load(of.element(), base, index);
            }
            default -> null;
        };
    }

    private Expression inside(Local local, Set<Local> under) {
        Assign assign = set.get(local);
        boolean known = under.add(local) && isFixed(assign);
        Expression inside = known ? resolved(assign.value(), under) : null;
        under.remove(local);
        return inside;
    }

    /** Whether a variable is set to the same however often: not from memory that is written. */
    private boolean isFixed(Assign assign) {
        if (!(assign.value() instanceof Load load)) {
            return true;
        }
        if (load.element().kind() == org.anabranch.loops.ir.Kind.REFERENCE) {
            return true; // rows stay where they are
        }
        List<Touch> here = nest.touches().stream().filter(t -> t.statement() == assign).toList();
        return !here.isEmpty()
                && here.stream()
                        .noneMatch(
                                touch ->
                                        nest.touches().stream()
                                                .anyMatch(
                                                        t ->
                                                                t.write()
                                                                        && t.base()
                                                                                == touch.base()));
    }
}
