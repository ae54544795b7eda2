package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Variables;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A substitution of variables by expressions; also copy propagation.
 *
 * @param values the value of each variable, the same wherever it is read
 */
public record Substitution(Map<Local, Expression> values) {

    /**
     * Propagates copies of inputs and constants.
     *
     * @param statements of a body
     * @param inputs its inputs, which never change
     * @return the statements without variables that hold an input or a constant
     */
    public static List<Statement> ofCopies(List<Statement> statements, Set<Local> inputs) {
        List<Statement> result = statements;
        while (true) {
            Map<Local, Expression> copies = copies(result, inputs);
            if (copies.isEmpty()) {
                return result;
            }
            result = new Substitution(copies).in(result);
        }
    }

    /** Returns the variables that are assigned once, an input or a constant. */
    private static Map<Local, Expression> copies(List<Statement> statements, Set<Local> inputs) {
        Map<Local, Integer> assigned = Variables.assigned(statements);
        Map<Local, Expression> copies = new HashMap<>();
        for (Statement statement : Statement.all(statements)) {
            if (statement instanceof Statement.Assign assign
                    && assigned.get(assign.target()) == 1
                    && (assign.value() instanceof Expression.Constant
                            || assign.value() instanceof Expression.Read read
                                    && inputs.contains(read.local()))) {
                copies.put(assign.target(), assign.value());
            }
        }
        return copies;
    }

    /**
     * Replaces the variables and drops the assignments to them.
     *
     * @param statements of a body
     * @return the statements without the variables
     */
    public List<Statement> in(List<Statement> statements) {
        return statements.stream()
                .filter(
                        statement ->
                                !(statement instanceof Statement.Assign assign
                                        && values.containsKey(assign.target())))
                .map(statement -> statement.map(this::in, this::in))
                .toList();
    }

    Expression in(Expression expression) {
        return expression instanceof Expression.Read read
                ? values.getOrDefault(read.local(), read)
                : expression.map(this::in);
    }
}
