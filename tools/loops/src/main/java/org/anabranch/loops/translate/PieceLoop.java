package org.anabranch.loops.translate;

import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Binary;
import org.anabranch.loops.ir.Expression.Convert;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.Source;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Variables;
import org.anabranch.loops.lift.BodyRefusal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The loops over a piece in the code of a kernel: {@code for (i = piece.low0(); i < piece.high0();
 * i += piece.stride0())}, last in its method, and in it, last again, one over dimension 1, and so
 * on. Statements before them are repeated for each index.
 */
final class PieceLoop {
    private static final String PIECE = "org/anabranch/api/Piece";

    private final LoopBody code;
    private final Map<Local, String> bounds = new HashMap<>();
    private final List<Local> counters = new ArrayList<>();
    private final List<Boolean> steps = new ArrayList<>();

    /** The code for one index. */
    private final List<Statement> each = new ArrayList<>();

    private PieceLoop(LoopBody code) {
        this.code = code;
        for (Input input : code.inputs()) {
            if (input.source() instanceof Source.Field field && field.declaring().equals(PIECE)) {
                bounds.put(input.local(), field.name());
            }
        }
    }

    /**
     * Finds the loops.
     *
     * @param code of a kernel
     * @return the code for one index, or for all at once if it does not use its piece
     * @throws BodyRefusal if it uses its piece in another way
     */
    static IndexedBody body(LoopBody code) {
        PieceLoop loop = new PieceLoop(code);
        return loop.bounds.isEmpty() ? new IndexedBody(code, List.of(), List.of()) : loop.body();
    }

    private IndexedBody body() {
        List<Statement> all = new ArrayList<>(code.statements());
        if (!all.isEmpty() && all.getLast() instanceof Statement.End) {
            all.removeLast();
        }
        int line = all.isEmpty() ? 0 : all.getLast().line();
        List<Statement> inside = enter(all);
        if (inside == null) {
            throw other(line);
        }
        while (inside != null && counters.size() < 3) {
            all = inside;
            inside = enter(all);
        }
        each.addAll(inside == null ? all : inside);
        return made(line);
    }

    /**
     * Returns the body of the loop over the next dimension with which the statements end; null if
     * there is none.
     */
    private List<Statement> enter(List<Statement> all) {
        if (all.isEmpty()
                || !(all.getLast() instanceof Statement.Repeat loop)
                || loop.body().size() < 2
                || !(loop.body().getFirst() instanceof Statement.If test)
                || !(loop.body().getLast() instanceof Statement.Assign step)) {
            return null;
        }
        int dimension = counters.size();
        Local counter = step.target();
        List<Statement> before = new ArrayList<>(all.subList(0, all.size() - 1));
        List<Statement> inside = loop.body().subList(1, loop.body().size() - 1);
        boolean counts =
                leaves(test, loop.label(), counter, "high" + dimension)
                        && steps(step.value(), counter, "stride" + dimension)
                        && before.removeIf(first -> starts(first, counter, "low" + dimension));
        if (!counts || Variables.assigned(before).containsKey(counter)) {
            return null;
        }
        require(loop, counter, before, inside);
        counters.add(counter);
        steps.add(!byOne(step.value()));
        each.addAll(before);
        return inside;
    }

    private static void require(
            Statement.Repeat loop, Local counter, List<Statement> before, List<Statement> inside) {
        Set<Local> assigned = Variables.assigned(inside).keySet();
        Set<Local> carried = Variables.readFirst(inside);
        carried.retainAll(assigned);
        if (!carried.isEmpty() || assigned.contains(counter)) {
            throw new BodyRefusal(
                    "a variable goes from one index of the piece to the next", loop.line());
        }
        if (!Statement.exits(inside).isEmpty()) {
            throw new BodyRefusal("the loop over the piece is left early", loop.line());
        }
        if (Statement.all(before).stream().anyMatch(Statement.Store.class::isInstance)) {
            throw new BodyRefusal("it writes before the loop over its piece", loop.line());
        }
    }

    private IndexedBody made(int line) {
        Set<Local> read = Variables.read(each).keySet();
        for (Map.Entry<Local, String> bound : bounds.entrySet()) {
            if (read.contains(bound.getKey())) {
                throw new BodyRefusal(
                        "it uses " + bound.getValue() + " of its piece beside the loop over it",
                        line);
            }
        }
        List<Input> inputs = new ArrayList<>(code.inputs());
        inputs.removeIf(input -> bounds.containsKey(input.local()));
        List<Local> locals = new ArrayList<>(code.locals());
        Local index = counters.getFirst();
        if (counters.size() > 1) {
            index = IndexedBody.another(locals, "number");
            Source piece = new Source.Captured(0);
            for (int d = 0; d < counters.size(); d++) {
                Local counter = counters.get(d);
                Source source = new Source.Field(piece, PIECE, "index" + d);
                inputs.add(new Input(counter, source, "" + counter.kind().descriptor()));
            }
        }
        LoopBody body = new LoopBody(code.name(), code.file(), index, inputs, locals, each);
        return new IndexedBody(body, counters, steps);
    }

    private static BodyRefusal other(int line) {
        return new BodyRefusal(
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

    private boolean starts(Statement statement, Local counter, String low) {
        return statement instanceof Statement.Assign assign
                && assign.target().equals(counter)
                && isBound(assign.value(), low);
    }

    /** Returns true if a choice leaves the loop unless the counter is below the bound. */
    private boolean leaves(Statement.If test, int label, Local counter, String high) {
        Expression.Relation going = test.breaks(label) ? test.condition().relation(false) : null;
        if (going == null) {
            return false;
        }
        Expression left = going.left();
        Expression right = going.right();
        if (left instanceof Expression.ThreeWay way && isZero(right)) {
            left = way.left();
            right = way.right();
        }
        return going.order() == ComparisonOperator.LT
                && isCounter(left, counter)
                && isBound(right, high);
    }

    private static boolean isZero(Expression expression) {
        return expression instanceof Expression.Constant constant && constant.bits() == 0;
    }

    private boolean steps(Expression value, Local counter, String stride) {
        return sum(value) instanceof Binary binary
                && binary.operator() == Operator.ADD
                && isCounter(binary.left(), counter)
                && (byOne(value) || isBound(binary.right(), stride));
    }

    private static boolean byOne(Expression value) {
        return sum(value) instanceof Binary binary
                && binary.right() instanceof Expression.Constant constant
                && constant.bits() == 1;
    }

    private static Expression sum(Expression value) {
        return value instanceof Convert convert && convert.to() == Kind.INT
                ? convert.operand()
                : value;
    }
}
