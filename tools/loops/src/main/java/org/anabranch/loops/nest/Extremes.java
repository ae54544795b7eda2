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

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Recognises {@code if (v > m) m = v}: the greatest or least value, of equal ones the first, or
 * with {@code >=} the last. A NaN is never taken.
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
     * Looks at a write.
     *
     * @param read what may read the same cell before
     * @return {@code max>}, {@code max>=}, {@code min<} or {@code min<=}; null if it is none
     */
    static String of(Touch read, Store store, LoopNest nest) {
        return new Extremes(nest, store).in(nest.statements(), (Assign) read.statement());
    }

    private String in(List<Statement> list, Assign load) {
        for (int i = 0; i < list.size(); i++) {
            String found =
                    switch (list.get(i)) {
                        case Statement.If choice when holds(choice) -> {
                            boolean alone = define(list.subList(0, i)) && define(choice.then());
                            yield alone ? choice(choice, load) : null;
                        }
                        case Statement.If choice -> {
                            String then = in(choice.then(), load);
                            yield then != null ? then : in(choice.otherwise(), load);
                        }
                        case Statement.Repeat loop -> in(loop.body(), load);
                        case Statement.Labelled block -> in(block.body(), load);
                        default -> null;
                    };
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private boolean holds(Statement.If choice) {
        return choice.otherwise().isEmpty()
                && !choice.then().isEmpty()
                && choice.then().getLast() == store;
    }

    /** Notes what is set at the end of a list; false if a variable is set twice. */
    private boolean define(List<Statement> list) {
        for (Statement statement : list.reversed()) {
            if (statement == store) {
                continue;
            }
            if (!(statement instanceof Assign assign)) {
                break;
            }
            if (set.put(assign.target(), assign) != null) {
                return false;
            }
        }
        return true;
    }

    private String choice(Statement.If choice, Assign load) {
        boolean plain = choice.then().stream().allMatch(s -> s == store || s instanceof Assign);
        if (!plain
                || !keepsWithin(choice.then())
                || !(choice.condition() instanceof Relation relation)
                || !load.equals(set.get(load.target()))
                || nest.reads(load.target()) != 1) {
            return null;
        }
        boolean right = isCell(relation.right(), load);
        if (!right && !isCell(relation.left(), load)) {
            return null;
        }
        Expression value = resolved(right ? relation.left() : relation.right());
        Load cell = (Load) load.value();
        boolean same =
                cell.element().equals(store.element())
                        && java.util.Objects.equals(cell.base(), store.base())
                        && java.util.Objects.equals(resolved(cell.index()), resolved(store.index()))
                        && value != null
                        && value.equals(resolved(store.value()));
        return same ? operator(relation.order(), right) : null;
    }

    /**
     * Whether the variables that are set when a value is taken are used for nothing but to take it:
     * what is taken is not the same if a part of the iterations begins anew.
     */
    private boolean keepsWithin(List<Statement> then) {
        Map<Local, Integer> uses = Uses.of(then);
        Set<Local> unset = new HashSet<>();
        for (Statement statement : then) {
            if (statement instanceof Assign assign) {
                unset.add(assign.target());
            }
        }
        for (Statement statement : then) {
            if (!Collections.disjoint(Uses.of(List.of(statement)).keySet(), unset)) {
                return false;
            }
            if (statement instanceof Assign assign) {
                Local target = assign.target();
                unset.remove(target);
                if (nest.reads(target) != uses.getOrDefault(target, 0)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isCell(Expression side, Assign load) {
        return side instanceof Read read && read.local().equals(load.target());
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
