package org.anabranch.loops.emit;

import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Variables;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A counted inner loop whose iterations can be lanes: it tests {@code counter < bound} first, steps
 * by a constant last and has no other exit. No variable carries a value from one of its iterations
 * to the next or to code after the loop.
 *
 * @param repeat the loop
 * @param header lengths that it reads before its test, in each iteration
 * @param counter its variable
 * @param order the relation of counter and bound under which the loop continues
 * @param bound not changed by the loop
 * @param step not 0
 * @param body between the test and the step
 */
record LaneLoop(
        Statement.Repeat repeat,
        List<Statement> header,
        Local counter,
        ComparisonOperator order,
        Expression bound,
        long step,
        List<Statement> body) {

    /**
     * Recognises a loop.
     *
     * @param repeat the loop
     * @param all the statements of the enclosing body
     */
    static Optional<LaneLoop> of(Statement.Repeat repeat, List<Statement> all) {
        List<Statement> statements = repeat.body();
        int test = 0;
        while (test < statements.size() && isLength(statements.get(test))) {
            test++;
        }
        if (test + 1 >= statements.size()
                || !(statements.get(test) instanceof Statement.If choice)
                || !(statements.getLast() instanceof Statement.Assign last)) {
            return Optional.empty();
        }
        List<Statement> body = statements.subList(test + 1, statements.size() - 1);
        List<Statement> header = statements.subList(0, test);
        Expression.Relation going =
                choice.breaks(repeat.label()) ? choice.condition().relation(false) : null;
        return Optional.ofNullable(going)
                .flatMap(relation -> loop(repeat, header, relation, last, body))
                .filter(loop -> loop.isClosed(all));
    }

    private static boolean isLength(Statement statement) {
        return statement instanceof Statement.Assign assign
                && assign.value() instanceof Expression.Length;
    }

    private static Optional<LaneLoop> loop(
            Statement.Repeat repeat,
            List<Statement> header,
            Expression.Relation relation,
            Statement.Assign last,
            List<Statement> body) {
        Local counter = last.target();
        boolean left = isRead(relation.left(), counter);
        if (!left && !isRead(relation.right(), counter)) {
            return Optional.empty();
        }
        ComparisonOperator order = left ? relation.order() : relation.order().mirrored();
        Expression bound = left ? relation.right() : relation.left();
        long step = last.step();
        boolean up = step > 0 && (order == ComparisonOperator.LT || order == ComparisonOperator.LE);
        boolean down =
                step < 0 && (order == ComparisonOperator.GT || order == ComparisonOperator.GE);
        boolean small = Math.abs(step) < 1 << 20;
        return (up || down) && small
                ? Optional.of(new LaneLoop(repeat, header, counter, order, bound, step, body))
                : Optional.empty();
    }

    private static boolean isRead(Expression expression, Local local) {
        return expression instanceof Expression.Read read && read.local().equals(local);
    }

    private boolean isClosed(List<Statement> all) {
        Set<Local> assigned = Variables.assigned(body).keySet();
        Set<Local> readFirst = Variables.readFirst(body);
        if (assigned.contains(counter) || !Statement.exits(body).isEmpty()) {
            return false;
        }
        Map<Local, Integer> anywhere = Variables.read(all);
        Map<Local, Integer> inside = Variables.read(repeat.body());
        return assigned.stream()
                .noneMatch(
                        local ->
                                readFirst.contains(local)
                                        || bound.reads(local)
                                        || !Objects.equals(anywhere.get(local), inside.get(local)));
    }

    /** Returns the outermost such loops of a list of statements. */
    static List<LaneLoop> in(List<Statement> statements, List<Statement> all) {
        List<LaneLoop> found = new ArrayList<>();
        for (Statement statement : statements) {
            Optional<LaneLoop> loop =
                    statement instanceof Statement.Repeat repeat
                            ? of(repeat, all)
                            : Optional.empty();
            loop.ifPresentOrElse(
                    found::add,
                    () -> statement.lists().forEach(list -> found.addAll(in(list, all))));
        }
        return found;
    }

    /** Returns the C condition that at least so many iterations are left. */
    String goesOn(Expressions expressions, int lanes) {
        String name = KernelMemory.name(counter);
        String limit = "(ulong) " + expressions.scalar(bound);
        boolean up = step > 0;
        String gap = up ? limit + " - (ulong) " + name : "(ulong) " + name + " - " + limit;
        boolean closed = order == ComparisonOperator.LE || order == ComparisonOperator.GE;
        long span = Math.abs(step) * (lanes - 1);
        String first =
                name
                        + (up ? closed ? " <= " : " < " : closed ? " >= " : " > ")
                        + expressions.scalar(bound);
        return first + " && (" + gap + ") " + (closed ? ">= " : "> ") + span + "UL";
    }
}
