package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Load;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Statement.Assign;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The variables that some statements set, and their values in terms of variables that they do not
 * set.
 */
final class SetVariables {
    private final LoopNest nest;
    private final Map<Local, Assign> set = new HashMap<>();

    SetVariables(LoopNest nest) {
        this.nest = nest;
    }

    void clear() {
        set.clear();
    }

    int size() {
        return set.size();
    }

    /** Returns the assignment of a variable, or null. */
    Assign get(Local local) {
        return set.get(local);
    }

    /** Records the assignments at the end of a list; returns false if a variable is set twice. */
    boolean define(List<Statement> list) {
        int from = list.size();
        while (from > 0 && list.get(from - 1) instanceof Assign) {
            from--;
        }
        return defineAll(list.subList(from, list.size()));
    }

    boolean defineAll(List<Statement> list) {
        for (Statement statement : list) {
            if (statement instanceof Assign assign && set.put(assign.target(), assign) != null) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns a value in terms of variables not set here; null if that is impossible or memory may
     * change.
     */
    Expression resolved(Expression value) {
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

    /**
     * Returns true if repeated assignments give the same value: it is not read from memory that is
     * written.
     */
    private boolean isFixed(Assign assign) {
        if (!(assign.value() instanceof Load load)) {
            return true;
        }
        if (load.element().kind() == Kind.REFERENCE) {
            return true; // rows are never replaced
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
