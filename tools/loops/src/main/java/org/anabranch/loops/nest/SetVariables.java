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
            case Load of when of.index() == null -> null;
            case Read _,
                    Expression.Constant _,
                    Expression.Binary _,
                    Expression.Convert _,
                    Expression.Negate _,
                    Expression.Apply _,
                    Load _ ->
                    value.map(part -> resolved(part, under));
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
                && nest.touches().stream()
                        .filter(Touch::write)
                        .noneMatch(write -> here.stream().anyMatch(t -> t.base() == write.base()));
    }
}
