package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The variables in which numbers on the stack go on from the end of a block. */
final class KeptStack {
    private record Place(int depth, Kind kind) {}

    private final Map<Place, Local> variables = new HashMap<>();

    /** Whether a value is computed from what was on the stack at the end of a block. */
    boolean reads(Expression value) {
        return variables.values().stream().anyMatch(value::reads);
    }

    /** Whether a value is what was at that place of the stack before. */
    private boolean isThere(int depth, Expression value) {
        return value instanceof Read read
                && read.local().equals(variables.get(new Place(depth, value.kind())));
    }

    /** Puts what is on the stack into the variables. */
    void keep(Values values) {
        List<Expression> stack = values.stack;
        for (int i = 0; i < stack.size(); i++) {
            Expression value = stack.get(i);
            if (value.kind() != Kind.REFERENCE && reads(value) && !isThere(i, value)) {
                stack.set(i, values.temporary(value));
            }
        }
        for (int i = 0; i < stack.size(); i++) {
            Expression value = stack.get(i);
            if (value.kind() != Kind.REFERENCE && !isThere(i, value)) {
                Local local =
                        variables.computeIfAbsent(
                                new Place(i, value.kind()),
                                key -> values.scope.local(" ", value.kind()));
                values.add(new Statement.Assign(local, value, values.line));
                stack.set(i, new Read(local));
            }
        }
    }
}
