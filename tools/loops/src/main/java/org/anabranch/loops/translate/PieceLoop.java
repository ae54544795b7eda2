package org.anabranch.loops.translate;

import org.anabranch.loops.emit.Variables;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Binary;
import org.anabranch.loops.ir.Expression.Convert;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.Order;
import org.anabranch.loops.ir.Source;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.lift.Refusal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The loop over a piece in the code of a kernel: {@code for (i = piece.low0(); i < piece.high0(); i
 * += piece.stride0())}, last in its method. What stands before it is done again for each index.
 */
final class PieceLoop {
    private final LoopBody code;
    private final Map<Local, String> bounds = new HashMap<>();

    private PieceLoop(LoopBody code) {
        this.code = code;
        for (Input input : code.inputs()) {
            if (input.source() instanceof Source.Field field
                    && field.declaring().equals("org/anabranch/api/Piece")) {
                bounds.put(input.local(), field.name());
            }
        }
    }

    /**
     * Finds it.
     *
     * @param code of a kernel
     * @return what is done for an index, or null if the code does not look at its piece
     * @throws Refusal if it looks at it in another way
     */
    static LoopBody body(LoopBody code) {
        PieceLoop loop = new PieceLoop(code);
        return loop.bounds.isEmpty() ? null : loop.body();
    }

    private LoopBody body() {
        List<Statement> all = new ArrayList<>(code.statements());
        if (!all.isEmpty() && all.getLast() instanceof Statement.End) {
            all.removeLast();
        }
        if (all.isEmpty() || !(all.getLast() instanceof Statement.Repeat loop)) {
            throw other(all.isEmpty() ? 0 : all.getLast().line());
        }
        List<Statement> statements = loop.body();
        if (statements.size() < 2
                || !(statements.getFirst() instanceof Statement.If test)
                || !(statements.getLast() instanceof Statement.Assign step)) {
            throw other(loop.line());
        }
        Local counter = step.target();
        List<Statement> before = new ArrayList<>(all.subList(0, all.size() - 1));
        List<Statement> inside = statements.subList(1, statements.size() - 1);
        boolean counts =
                leaves(test, loop.label(), counter)
                        && steps(step.value(), counter)
                        && before.removeIf(first -> starts(first, counter));
        if (!counts || Variables.assigned(before).contains(counter)) {
            throw other(loop.line());
        }
        return made(loop, counter, before, inside);
    }

    private LoopBody made(
            Statement.Repeat loop, Local counter, List<Statement> before, List<Statement> inside) {
        Set<Local> assigned = Variables.assigned(inside);
        Set<Local> carried = new HashSet<>(Variables.readFirst(inside));
        carried.retainAll(assigned);
        if (!carried.isEmpty() || assigned.contains(counter)) {
            throw new Refusal(
                    "a variable goes from one index of the piece to the next", loop.line());
        }
        if (Variables.leaves(inside, loop.label())) {
            throw new Refusal("the loop over the piece is left early", loop.line());
        }
        if (Variables.stores(before)) {
            throw new Refusal("it writes before the loop over its piece", loop.line());
        }
        List<Statement> statements = new ArrayList<>(before);
        statements.addAll(inside);
        Set<Local> read = Variables.read(statements);
        for (Map.Entry<Local, String> bound : bounds.entrySet()) {
            if (read.contains(bound.getKey())) {
                throw new Refusal(
                        "it uses " + bound.getValue() + " of its piece beside the loop over it",
                        loop.line());
            }
        }
        List<Input> inputs =
                code.inputs().stream().filter(in -> !bounds.containsKey(in.local())).toList();
        return new LoopBody(code.name(), code.file(), counter, inputs, code.locals(), statements);
    }

    private static Refusal other(int line) {
        return new Refusal(
                "it does not end with a loop from piece.low0() below piece.high0()", line);
    }

    private boolean isBound(Expression expression, String name) {
        Expression plain = expression;
        while (plain instanceof Convert convert && convert.to().isInteger()) {
            plain = convert.operand();
        }
        return plain instanceof Read read && name.equals(bounds.get(read.local()));
    }

    private static boolean isCounter(Expression expression, Local counter) {
        Expression plain =
                expression instanceof Convert convert && convert.to() == Kind.LONG
                        ? convert.operand()
                        : expression;
        return plain instanceof Read read && read.local().equals(counter);
    }

    private boolean starts(Statement statement, Local counter) {
        return statement instanceof Statement.Assign assign
                && assign.target().equals(counter)
                && isBound(assign.value(), "low0");
    }

    /** Whether a choice leaves the loop unless the counter is below the bound. */
    private boolean leaves(Statement.If test, int label, Local counter) {
        boolean breaks =
                test.otherwise().isEmpty()
                        && test.then().size() == 1
                        && test.then().getFirst() instanceof Statement.Break jump
                        && jump.label() == label;
        Expression condition = test.condition();
        boolean negated = true;
        while (condition instanceof Expression.Not not) {
            condition = not.operand();
            negated = !negated;
        }
        if (!breaks || !(condition instanceof Expression.Relation relation)) {
            return false;
        }
        return compares(relation, negated, counter);
    }

    private boolean compares(Expression.Relation relation, boolean negated, Local counter) {
        Order order = negated ? relation.order().negated() : relation.order();
        Expression left = relation.left();
        Expression right = relation.right();
        if (left instanceof Expression.ThreeWay way && isZero(right)) {
            left = way.left();
            right = way.right();
        }
        return order == Order.LT && isCounter(left, counter) && isBound(right, "high0");
    }

    private static boolean isZero(Expression expression) {
        return expression instanceof Expression.Constant constant && constant.bits() == 0;
    }

    private boolean steps(Expression value, Local counter) {
        Expression sum =
                value instanceof Convert convert && convert.to() == Kind.INT
                        ? convert.operand()
                        : value;
        if (!(sum instanceof Binary binary) || binary.operator() != Operator.ADD) {
            return false;
        }
        boolean one =
                binary.right() instanceof Expression.Constant constant && constant.bits() == 1;
        return isCounter(binary.left(), counter) && (one || isBound(binary.right(), "stride0"));
    }
}
