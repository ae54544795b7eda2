package org.anabranch.loops.nest;

import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Load;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Expression.Relation;
import org.anabranch.loops.ir.Local;
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
 * A recogniser of minimum and maximum reductions: {@code if (v > m) m = v} and {@code m = v > m ? v
 * : m}. Of equal values the first is kept, or with {@code >=} the last. A NaN is never taken.
 */
final class Extremes {
    private final LoopNest nest;
    private final Store store;

    /** The assignments right before the choice, or in it. */
    private final SetVariables set;

    private Extremes(LoopNest nest, Store store) {
        this.nest = nest;
        this.store = store;
        this.set = new SetVariables(nest);
    }

    /**
     * An update of an extreme.
     *
     * @param operator {@code max>}, {@code max>=}, {@code min<} or {@code min<=}
     * @param reads the loads of the cell for it
     * @param beside the other stores made when a value is taken
     */
    record Found(String operator, Set<Assign> reads, List<Store> beside) {}

    /**
     * Analyses a store.
     *
     * @param store the store to the cell
     * @param nest the loop
     * @return the update, or null if it is none
     */
    static Found of(Store store, LoopNest nest) {
        return new Extremes(nest, store).in(nest.statements());
    }

    private Found in(List<Statement> list) {
        for (int i = 0; i < list.size(); i++) {
            Statement statement = list.get(i);
            if (statement == store) {
                return chosen(list.subList(0, i), store.value());
            }
            Found found =
                    statement instanceof Statement.If choice
                            ? either(list.subList(0, i), choice)
                            : inside(statement);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Follows copies, such as those of a method's result, to the choice that sets a value. */
    private Found chosen(List<Statement> before, Expression value) {
        if (before.isEmpty() || !(value instanceof Read read)) {
            return null;
        }
        List<Statement> rest = before.subList(0, before.size() - 1);
        return switch (before.getLast()) {
            case Statement.If choice -> always(rest, choice, read.local());
            case Assign copy
                    when copy.target().equals(read.local())
                            && copy.value() instanceof Read
                            && nest.reads(read.local()) == 1 ->
                    chosen(rest, copy.value());
            default -> null;
        };
    }

    private Found either(List<Statement> before, Statement.If choice) {
        boolean here = choice.then().stream().anyMatch(statement -> statement == store);
        Found taken = here && choice.otherwise().isEmpty() ? sometimes(before, choice) : null;
        return taken != null ? taken : inside(choice);
    }

    private Found inside(Statement statement) {
        return statement.lists().stream()
                .map(this::in)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Recognises {@code if (v > m) m = v}. */
    private Found sometimes(List<Statement> before, Statement.If choice) {
        set.clear();
        if (!choice.then().stream().allMatch(s -> s instanceof Assign || s instanceof Store)
                || !(choice.condition() instanceof Relation relation)
                || !set.define(before)
                || !set.defineAll(choice.then())
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

    /** Recognises {@code m = v > m ? v : m}: the store follows a choice of the stored value. */
    private Found always(List<Statement> before, Statement.If choice, Local chosen) {
        set.clear();
        boolean not = choice.condition() instanceof Expression.Not;
        Expression condition =
                choice.condition() instanceof Expression.Not of ? of.operand() : choice.condition();
        List<Statement> then = not ? choice.otherwise() : choice.then();
        List<Statement> otherwise = not ? choice.then() : choice.otherwise();
        if (!(condition instanceof Relation relation)
                || !TakenAlone.choosesOnly(choice, chosen, nest)
                || !set.define(before)
                || !set.defineAll(then.subList(0, then.size() - 1))
                || !set.defineAll(otherwise.subList(0, otherwise.size() - 1))) {
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
        ComparisonOperator order = takes ? relation.order() : relation.order().negated();
        String operator = operator(order, isRight(relation));
        boolean alone = readAlone(List.of(cellSide(relation), takes ? other : one));
        return alone && operator != null
                ? new Found(operator, new HashSet<>(List.of(load, kept)), List.of())
                : null;
    }

    /** Returns true if the value loaded from the cell is used in these places only. */
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

    /**
     * Returns the load of the cell that a value is compared with, or null if the comparison is of
     * other values.
     */
    private Assign compared(Relation relation, Expression value) {
        boolean right = isRight(relation);
        Expression other = set.resolved(right ? relation.left() : relation.right());
        return other != null && other.equals(set.resolved(value)) ? cell(cellSide(relation)) : null;
    }

    /**
     * Returns the load of the stored cell whose target, or a copy of it, is the value; null if
     * there is none.
     */
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
                        && Objects.equals(set.resolved(cell.index()), set.resolved(store.index()))
                ? load
                : null;
    }

    private boolean isRight(Relation relation) {
        return cell(relation.right()) != null;
    }

    private Expression cellSide(Relation relation) {
        return isRight(relation) ? relation.right() : relation.left();
    }

    private static String operator(ComparisonOperator order, boolean right) {
        ComparisonOperator taken = right ? order : order.mirrored();
        return switch (taken) {
            case GT, GE -> "max" + taken.symbol();
            case LT, LE -> "min" + taken.symbol();
            default -> null;
        };
    }
}
