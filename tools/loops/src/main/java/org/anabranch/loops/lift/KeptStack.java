package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The variables that carry numbers on the operand stack across the end of a block. */
final class KeptStack {
    private record Place(int depth, Kind kind) {}

    private final Map<Place, Local> variables = new HashMap<>();

    /**
     * Returns true if a value is computed from numbers that were on the stack at the end of a
     * block.
     */
    boolean reads(Expression value) {
        return variables.values().stream().anyMatch(value::reads);
    }

    /** Returns true if a value is already the variable of that place on the stack. */
    private boolean isThere(int depth, Expression value) {
        return value instanceof Read read
                && read.local().equals(variables.get(new Place(depth, value.kind())));
    }

    /** Stores the numbers on the stack in the variables. */
    void keep(OperandStack values) {
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
