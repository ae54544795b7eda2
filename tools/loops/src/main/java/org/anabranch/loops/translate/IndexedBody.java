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
 * The code of a kernel for one index of its piece.
 *
 * @param body its inputs are the kernel's arguments, and the indices if there are several
 *     dimensions; else the index is that of the body
 * @param indices one variable for each dimension, from the outermost; none if the kernel does not
 *     use its piece and runs once
 * @param steps for each dimension true if the kernel steps by the stride of its piece; else by 1
 */
record IndexedBody(LoopBody body, List<Local> indices, List<Boolean> steps) {

    IndexedBody {
        indices = List.copyOf(indices);
        steps = List.copyOf(steps);
    }

    int rank() {
        return indices.size();
    }

    /** Returns true if work-items can count all indices of a piece. */
    boolean counts(Piece piece) {
        boolean plain = piece.rank() == rank();
        for (int d = 0; d < rank(); d++) {
            plain &= piece.low(d) >= 0 && (steps.get(d) || piece.stride(d) == 1);
        }
        return plain;
    }

    /**
     * Returns the body with one index, from {@link #first} on: the number of an index of the piece,
     * in order.
     */
    LoopBody numbered(Piece piece) {
        if (rank() == 0 || isCounted(piece)) {
            return body;
        }
        List<Local> locals = new ArrayList<>(body.locals());
        List<Statement> statements = new ArrayList<>();
        Local number = rank() == 1 ? another(locals, "number") : body.index();
        Expression rest = new Read(number);
        long inner = piece.size();
        for (int d = 0; d < rank(); d++) {
            inner /= piece.count(d);
            boolean last = d == rank() - 1;
            Expression at = last ? rest : divided(Operator.DIV, rest, inner, locals, statements);
            rest = last ? rest : divided(Operator.REM, rest, inner, locals, statements);
            set(indices.get(d), at, piece, d, statements);
        }
        statements.addAll(body.statements());
        List<Input> inputs =
                body.inputs().stream().filter(in -> !indices.contains(in.local())).toList();
        return new LoopBody(body.name(), body.file(), number, inputs, locals, statements);
    }

    /** Returns true if the numbers of indices are the indices themselves. */
    private boolean isCounted(Piece piece) {
        return rank() == 1 && piece.stride0() == 1;
    }

    private static void set(
            Local index, Expression at, Piece piece, int d, List<Statement> statements) {
        Expression stride = new Constant(Kind.LONG, piece.stride(d));
        Expression scaled =
                piece.stride(d) == 1 ? at : new Binary(Operator.MUL, Kind.LONG, at, stride);
        Expression low = new Constant(Kind.LONG, piece.low(d));
        Expression value = new Binary(Operator.ADD, Kind.LONG, scaled, low);
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

    /** Creates a variable of kind LONG with a new number, and adds it. */
    static Local another(List<Local> locals, String name) {
        int last = locals.stream().mapToInt(Local::number).max().orElse(-1);
        Local local = new Local(last + 1, name, Kind.LONG);
        locals.add(local);
        return local;
    }

    /** Returns the first index of {@link #numbered}. */
    long first(Piece piece) {
        return isCounted(piece) ? piece.low0() : 0;
    }

    /** Returns the bound of the index of {@link #numbered}. */
    long bound(Piece piece) {
        return rank() == 0 ? 1 : isCounted(piece) ? piece.high0() : piece.size();
    }
}
