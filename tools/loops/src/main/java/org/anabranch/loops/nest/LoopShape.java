package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Variables;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The effects of an inner loop on variables: those it sets, and its induction variables with their
 * steps.
 */
final class LoopShape {
    /** The step of a variable that is changed on some paths only. */
    private static final long UNEVEN = Long.MIN_VALUE;

    /** All variables that the loop sets. */
    final Set<Local> assigned = new HashSet<>();

    /** Induction variables, which change by a constant once in each iteration, on every path. */
    final Map<Local, Long> steps = new HashMap<>();

    /**
     * Variables that are changed only by amounts that the loop does not change, among them in inner
     * loops: the analysis determines by how much in all.
     */
    final Set<Local> stepped = new HashSet<>();

    /** Loop-invariant temporaries, provided that no array they read from is written. */
    final Set<Local> fixed = new HashSet<>();

    /** True if a statement continues with the next iteration before the end of the body. */
    final boolean skips;

    LoopShape(Statement.Repeat loop) {
        Map<Local, Integer> counts = Variables.assigned(loop.body());
        assigned.addAll(counts.keySet());
        for (Statement statement : loop.body()) {
            if (statement instanceof Statement.Assign assign
                    && counts.get(assign.target()) == 1
                    && assign.value() instanceof Expression.Length) {
                fixed.add(assign.target());
            }
        }
        skips =
                Statement.exits(loop.body()).stream()
                        .anyMatch(
                                exit ->
                                        exit instanceof Statement.Continue jump
                                                && jump.label() == loop.label());
        if (!skips) {
            Set<Local> others = new HashSet<>();
            for (Statement statement : Statement.all(loop.body())) {
                if (statement instanceof Statement.Assign assign && !adds(assign)) {
                    others.add(assign.target());
                }
            }
            assigned.stream()
                    .filter(local -> local.kind().isInteger() && !others.contains(local))
                    .forEach(local -> classify(local, loop.body()));
        }
    }

    private void classify(Local local, List<Statement> body) {
        Long step = step(body, local);
        if (step == null) {
            stepped.add(local);
        } else if (step != 0 && step != UNEVEN) {
            steps.put(local, step);
        }
    }

    /**
     * Returns true if an assignment adds an amount to its variable that the loop does not change.
     */
    private boolean adds(Statement.Assign assign) {
        if (!(assign.value() instanceof Expression.Binary sum)) {
            return false;
        }
        Expression variable = new Expression.Read(assign.target());
        return switch (sum.operator()) {
            case ADD ->
                    sum.left().equals(variable) && isFixed(sum.right())
                            || sum.right().equals(variable) && isFixed(sum.left());
            case SUB -> sum.left().equals(variable) && isFixed(sum.right());
            default -> false;
        };
    }

    private boolean isFixed(Expression value) {
        return value.reads().noneMatch(assigned::contains);
    }

    /**
     * Returns the constant that statements add to a variable on every path, {@link #UNEVEN}, or
     * null if that is not obvious.
     */
    private static Long step(List<Statement> list, Local local) {
        long sum = 0;
        for (Statement statement : list) {
            Long step = step(statement, local);
            if (step == null || step == UNEVEN) {
                return step;
            }
            sum += step;
            if (Math.abs(sum) > Integer.MAX_VALUE) {
                return null;
            }
        }
        return sum;
    }

    private static Long step(Statement statement, Local local) {
        return switch (statement) {
            case Statement.Assign assign when assign.target().equals(local) ->
                    assign.step() == 0 ? null : assign.step();
            case Statement.If choice -> {
                Long then = step(choice.then(), local);
                Long otherwise = step(choice.otherwise(), local);
                boolean open = then == null || otherwise == null || leaves(choice);
                yield then != null && then.equals(otherwise) ? then : open ? null : (Long) UNEVEN;
            }
            default ->
                    statement.lists().stream()
                                    .noneMatch(list -> Variables.assigned(list).containsKey(local))
                            ? Long.valueOf(0)
                            : null;
        };
    }

    private static boolean leaves(Statement.If choice) {
        return choice.lists().stream().anyMatch(list -> !Statement.exits(list).isEmpty());
    }
}
