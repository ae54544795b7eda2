package org.anabranch.loops.translate;

import org.anabranch.api.Piece;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Binary;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Convert;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.Statement;

import java.util.ArrayList;
import java.util.List;

/**
 * What a kernel does for an index of its piece.
 *
 * @param body whose inputs are the kernel's arguments, and the index, if it is of several
 *     dimensions; else that is the index of the body
 * @param indices one variable for each dimension, from the outermost; none if the kernel does not
 *     look at its piece and is run once
 */
record IndexedBody(LoopBody body, List<Local> indices) {

    IndexedBody {
        indices = List.copyOf(indices);
    }

    int rank() {
        return indices.size();
    }

    /** Whether all indices of a piece are those that work-items can count. */
    boolean counts(Piece piece) {
        boolean plain = piece.rank() == rank();
        for (int d = 0; d < rank(); d++) {
            plain &= piece.low(d) >= 0 && piece.stride(d) == 1;
        }
        return plain;
    }

    /**
     * The body with one index, from {@link #first} on: the indices of a piece, numbered in order.
     */
    LoopBody numbered(Piece piece) {
        if (rank() < 2) {
            return body;
        }
        List<Local> locals = new ArrayList<>(body.locals());
        List<Statement> statements = new ArrayList<>();
        Expression rest = new Read(body.index());
        long inner = piece.size();
        for (int d = 0; d < rank(); d++) {
            inner /= piece.count(d);
            boolean last = d == rank() - 1;
            Expression at = last ? rest : divided(Operator.DIV, rest, inner, locals, statements);
            rest = last ? rest : divided(Operator.REM, rest, inner, locals, statements);
            set(indices.get(d), at, piece.low(d), statements);
        }
        statements.addAll(body.statements());
        List<Input> inputs =
                body.inputs().stream().filter(in -> !indices.contains(in.local())).toList();
        return new LoopBody(body.name(), body.file(), body.index(), inputs, locals, statements);
    }

    private static void set(Local index, Expression at, long low, List<Statement> statements) {
        Expression value = new Binary(Operator.ADD, Kind.LONG, at, new Constant(Kind.LONG, low));
        boolean narrow = index.kind() == Kind.INT;
        statements.add(
                new Statement.Assign(index, narrow ? new Convert(Kind.INT, value) : value, 0));
    }

    private static Expression divided(
            Operator operator,
            Expression value,
            long divisor,
            List<Local> locals,
            List<Statement> statements) {
        Local target = another(locals, "q");
        Expression by = new Constant(Kind.LONG, divisor);
        statements.add(new Statement.Assign(target, new Binary(operator, Kind.LONG, value, by), 0));
        return new Read(target);
    }

    /** A variable that is not among those there, of kind LONG; it is added. */
    static Local another(List<Local> locals, String name) {
        int last = locals.stream().mapToInt(Local::number).max().orElse(-1);
        Local local = new Local(last + 1, name, Kind.LONG);
        locals.add(local);
        return local;
    }

    /** The first index of {@link #numbered}. */
    long first(Piece piece) {
        return rank() == 1 ? piece.low0() : 0;
    }

    /** The bound of the index of {@link #numbered}. */
    long bound(Piece piece) {
        return rank() == 0 ? 1 : rank() == 1 ? piece.high0() : piece.size();
    }
}
