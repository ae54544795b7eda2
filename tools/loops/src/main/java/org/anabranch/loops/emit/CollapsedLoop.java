package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Binary;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.Statement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A body whose only inner loop is a dimension of the index space (OpenMP's {@code collapse}): a
 * work-item runs one of the loop's iterations. It repeats the code before the loop, which writes no
 * memory; the code after it has no effect.
 *
 * @param body the code of one inner iteration of one iteration
 * @param column the number of the inner iteration, from 0; never assigned
 */
public record CollapsedLoop(LoopBody body, Local column) {
    /** The largest number of statements that all work-items of an iteration repeat. */
    private static final int MOST_REPEATED = 40;

    /**
     * Finds the inner loop that can be a dimension, by its form.
     *
     * @param body one iteration
     * @return a loop of the body that all others are in
     */
    static Optional<LaneLoop> in(LoopBody body) {
        List<Statement.Repeat> loops = new ArrayList<>();
        List<Statement> beside = beside(body.statements(), loops);
        if (loops.size() != 1
                || beside.size() > MOST_REPEATED
                || !beside.stream().allMatch(CollapsedLoop::isPrivate)
                || !endsWithoutEffect(body.statements(), loops.getFirst())) {
            return Optional.empty();
        }
        return LaneLoop.of(loops.getFirst(), body.statements());
    }

    /** Returns the statements that are in no loop; adds the loops among them to a list. */
    private static List<Statement> beside(
            List<Statement> statements, List<Statement.Repeat> loops) {
        List<Statement> found = new ArrayList<>();
        for (Statement statement : statements) {
            if (statement instanceof Statement.Repeat loop) {
                loops.add(loop);
            } else {
                found.add(statement);
                statement.lists().forEach(list -> found.addAll(beside(list, loops)));
            }
        }
        return found;
    }

    private static boolean isPrivate(Statement statement) {
        return !(statement instanceof Statement.Store)
                && !(statement instanceof Statement.Assign assign
                        && assign.value() instanceof Expression.NewArray);
    }

    /** Returns true if nothing that may follow the loop faults or writes memory. */
    private static boolean endsWithoutEffect(List<Statement> statements, Statement.Repeat loop) {
        for (int s = 0; s < statements.size(); s++) {
            Statement statement = statements.get(s);
            List<Statement> after = statements.subList(s + 1, statements.size());
            if (contains(List.of(statement), loop)) {
                return Statement.all(after).stream().noneMatch(StatementWriter::mayFault)
                        && (statement == loop
                                || statement.lists().stream()
                                        .allMatch(list -> endsWithoutEffect(list, loop)));
            }
        }
        return true;
    }

    private static boolean contains(List<Statement> statements, Statement.Repeat loop) {
        return Statement.all(statements).stream().anyMatch(one -> one == loop);
    }

    /**
     * Makes the inner loop a dimension of the index space.
     *
     * @param body one iteration
     * @return empty if its form does not allow it
     */
    public static Optional<CollapsedLoop> of(LoopBody body) {
        return in(body).map(loop -> collapsed(body, loop));
    }

    private static CollapsedLoop collapsed(LoopBody body, LaneLoop loop) {
        int number = body.locals().stream().mapToInt(Local::number).max().orElse(0) + 1;
        Local column = new Local(number, "column", loop.counter().kind());
        List<Local> locals = new ArrayList<>(body.locals());
        locals.add(column);
        List<Statement> statements = once(body.statements(), loop, column);
        if (statements.getLast() instanceof Statement.End) {
            statements.removeLast();
        }
        LoopBody one =
                new LoopBody(
                        body.name(), body.file(), body.index(), body.inputs(), locals, statements);
        return new CollapsedLoop(one, column);
    }

    /** Replaces the loop and the rest of its list by one of its iterations. */
    private static List<Statement> once(List<Statement> statements, LaneLoop loop, Local column) {
        List<Statement> result = new ArrayList<>();
        for (Statement statement : statements) {
            if (statement == loop.repeat()) {
                result.add(start(result, loop, column));
                result.addAll(loop.header());
                result.addAll(loop.body());
                result.add(new Statement.End(statement.line()));
                return result;
            }
            result.add(statement.mapLists(list -> once(list, loop, column)));
        }
        return result;
    }

    /** Returns the assignment of the counter; a first value of 0 before it is removed. */
    private static Statement start(List<Statement> before, LaneLoop loop, Local column) {
        Local counter = loop.counter();
        Expression distance = new Read(column);
        if (loop.step() != 1) {
            Expression step = new Constant(counter.kind(), loop.step());
            distance = new Binary(Operator.MUL, counter.kind(), distance, step);
        }
        if (!before.isEmpty()
                && before.getLast() instanceof Statement.Assign(Local target, Constant first, _)
                && target.equals(counter)
                && first.bits() == 0) {
            before.removeLast();
            return new Statement.Assign(counter, distance, loop.repeat().line());
        }
        Expression sum = new Binary(Operator.ADD, counter.kind(), new Read(counter), distance);
        return new Statement.Assign(counter, sum, loop.repeat().line());
    }
}
